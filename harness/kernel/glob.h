// Shell patterns over function names, with the cheap cases made cheap: forty thousand names are
// held against some seventy patterns in every discovery.
#ifndef TRAMPCHECK_HARNESS_KERNEL_GLOB_H_
#define TRAMPCHECK_HARNESS_KERNEL_GLOB_H_

#include <string>
#include <string_view>

namespace trampcheck {

class Glob {
 public:
  explicit Glob(std::string pattern);

  // A copy of the name is made only when the pattern has more than a trailing star.
  bool matches(std::string_view name) const;
  const std::string& pattern() const { return pattern_; }

 private:
  enum class Kind { kExact, kPrefix, kGeneral };

  std::string pattern_;
  std::string_view literal() const { return {pattern_.data(), literal_size_}; }
  size_t literal_size_ = 0;  // up to the first special character
  Kind kind_ = Kind::kExact;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_GLOB_H_
