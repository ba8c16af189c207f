#include "harness/attach/kprobe_multi.h"
#include "harness/attach/mechanism.h"
#include "harness/attach/tracing.h"

namespace trampcheck {
namespace {

constexpr const char* kFtraceSingle = "ftrace direct call, one site at a time";
constexpr const char* kFtraceBatch = "ftrace, batches of 256 sites";

constexpr Mechanism kTable[] = {
    {"fentry", kFtraceSingle, "a program and a link for each function, run on entry", probe_fentry,
     open_fentry},
    {"fexit", kFtraceSingle, "a program and a link for each function, run on return", probe_fexit,
     open_fexit},
    {"kprobe_multi", kFtraceBatch, "one program and one link for all, run on entry",
     probe_kprobe_multi, open_kprobe_multi},
    {"kretprobe_multi", kFtraceBatch, "one program and one link for all, run on return",
     probe_kretprobe_multi, open_kretprobe_multi},
    {"kprobe_session", kFtraceBatch, "one program and one link for all, run on both",
     probe_kprobe_session, open_kprobe_session},
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
