#include "suites/table.h"

namespace trampcheck {
namespace {

constexpr Suite kSuites[] = {
    {"attach", "attach and detach every chosen function by each mechanism, phase by phase"},
};

}  // namespace

std::span<const Suite> suites() { return kSuites; }

Expected<const Suite*> find_suite(const std::string& name) {
  std::string known;
  for (const Suite& suite : kSuites) {
    if (name == suite.name) return &suite;
    known += (known.empty() ? "" : ", ") + std::string(suite.name);
  }
  return Error{0, "no suite '" + name + "'", "there are: " + known, Exit::kUsage};
}

}  // namespace trampcheck
