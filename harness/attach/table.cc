#include "harness/attach/mechanism.h"
#include "harness/attach/tracing.h"

namespace trampcheck {
namespace {

constexpr const char* kFtraceSingle = "ftrace direct call, one site at a time";

constexpr Mechanism kTable[] = {
    {"fentry", kFtraceSingle, "a program and a link for each function, run on entry", probe_fentry,
     open_fentry},
    {"fexit", kFtraceSingle, "a program and a link for each function, run on return", probe_fexit,
     open_fexit},
};

}  // namespace

std::span<const Mechanism> mechanisms() { return kTable; }

const Mechanism* find_mechanism(std::string_view name) {
  for (const Mechanism& mechanism : kTable) {
    if (name == mechanism.name) return &mechanism;
  }
  return nullptr;
}

}  // namespace trampcheck
