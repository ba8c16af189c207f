#include "harness/kernel/glob.h"

#include <fnmatch.h>

namespace trampcheck {

Glob::Glob(std::string pattern) : pattern_(std::move(pattern)) {
  literal_size_ = pattern_.find_first_of("*?[\\");
  if (literal_size_ == std::string::npos) {
    literal_size_ = pattern_.size();
  } else if (literal_size_ + 1 == pattern_.size() && pattern_.back() == '*') {
    kind_ = Kind::kPrefix;
  } else {
    kind_ = Kind::kGeneral;
  }
}

bool Glob::matches(std::string_view name) const {
  if (kind_ == Kind::kExact) return name == pattern_;
  if (!name.starts_with(literal())) return false;
  if (kind_ == Kind::kPrefix) return true;
  return fnmatch(pattern_.c_str(), std::string(name).c_str(), 0) == 0;
}

}  // namespace trampcheck
