#include "harness/attach/fentry_prog.h"
#include "harness/attach/ftrace_filter.h"
#include "harness/attach/kprobe.h"
#include "harness/attach/kprobe_multi.h"
#include "harness/attach/mechanism.h"
#include "harness/attach/tracing.h"
#include "harness/attach/tracing_multi.h"

namespace trampcheck {
namespace {

constexpr const char* kFtraceSingle = "ftrace direct call, one site at a time";
constexpr const char* kDirectBatch = "ftrace direct calls, batches of 256 sites";
constexpr const char* kProbeSingle = "ftrace, one site at a time";
constexpr const char* kFtraceBatch = "ftrace, batches of 256 sites";

constexpr Mechanism kTable[] = {
    {"fentry", kFtraceSingle, "a program and a link for each function, run on entry", probe_fentry,
     open_fentry},
    {"fexit", kFtraceSingle, "a program and a link for each function, run on return", probe_fexit,
     open_fexit},
    {"fsession", kFtraceSingle, "a program and a link for each function, run on both",
     probe_fsession, open_fsession},
    {"fmod_ret", kFtraceSingle, "a program and a link for each function, may replace its result",
     probe_fmod_ret, open_fmod_ret, kModifiable},
    {"fentry_prog", "text poke without ftrace, one site at a time",
     "as fentry, on BPF subprograms of our own, as many as were chosen", probe_fentry_prog,
     open_fentry_prog, kSentinel, true},
    {"fentry_multi", kDirectBatch, "one program and one link for all, run on entry",
     probe_fentry_multi, open_fentry_multi},
    {"fexit_multi", kDirectBatch, "one program and one link for all, run on return",
     probe_fexit_multi, open_fexit_multi},
    {"fsession_multi", kDirectBatch, "one program and one link for all, run on both",
     probe_fsession_multi, open_fsession_multi},
    {"kprobe", kProbeSingle, "one program, an event and a link for each function, run on entry",
     probe_kprobe, open_kprobe},
    {"kretprobe", kProbeSingle, "one program, an event and a link for each function, run on return",
     probe_kretprobe, open_kretprobe},
    {"kprobe_multi", kFtraceBatch, "one program and one link for all, run on entry",
     probe_kprobe_multi, open_kprobe_multi},
    {"kretprobe_multi", kFtraceBatch, "one program and one link for all, run on return",
     probe_kretprobe_multi, open_kretprobe_multi},
    {"kprobe_session", kFtraceBatch, "one program and one link for all, run on both",
     probe_kprobe_session, open_kprobe_session},
    {"ftrace_filter", kFtraceBatch, "the function tracer and no BPF: the floor of a batched run",
     probe_ftrace_filter, open_ftrace_filter, kSentinel, false, false},
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
