#include "harness/attach/bpftrace.h"
#include "harness/attach/fentry_prog.h"
#include "harness/attach/ftrace_filter.h"
#include "harness/attach/kprobe.h"
#include "harness/attach/kprobe_multi.h"
#include "harness/attach/mechanism.h"
#include "harness/attach/poke.h"
#include "harness/attach/tracing.h"
#include "harness/attach/tracing_multi.h"
#include "harness/kernel/variant.h"

namespace trampcheck {
namespace {

constexpr const char* kFtraceSingle = "ftrace direct call, one site at a time";
constexpr const char* kDirectBatch = "ftrace direct calls, batches of 256 sites";
constexpr const char* kProbeSingle = "ftrace, one site at a time";
constexpr const char* kFtraceBatch = "ftrace, batches of 256 sites";

constexpr Mechanism kTable[] = {
    {.name = "fentry",
     .patched_by = kFtraceSingle,
     .description = "a program and a link for each function, run on entry",
     .probe = probe_fentry,
     .open = open_fentry,
     .per_link = true,
     .pokes = pokes,
     .poked_by = kPokeSingle},
    {.name = "fexit",
     .patched_by = kFtraceSingle,
     .description = "a program and a link for each function, run on return",
     .probe = probe_fexit,
     .open = open_fexit,
     .per_link = true,
     .pokes = pokes,
     .poked_by = kPokeSingle},
    {.name = "fsession",
     .patched_by = kFtraceSingle,
     .description = "a program and a link for each function, run on both",
     .probe = probe_fsession,
     .open = open_fsession,
     .per_link = true,
     .pokes = pokes,
     .poked_by = kPokeSingle},
    {.name = "fmod_ret",
     .patched_by = kFtraceSingle,
     .description = "a program and a link for each function, may replace its result",
     .probe = probe_fmod_ret,
     .open = open_fmod_ret,
     .sentinel = kModifiable,
     .per_link = true,
     .pokes = pokes,
     .poked_by = kPokeSingle},
    {.name = "fentry_prog",
     .patched_by = kPokeSingle,
     .description = "as fentry, on BPF subprograms of our own, as many as were chosen",
     .probe = probe_fentry_prog,
     .open = open_fentry_prog,
     .own_targets = true,
     .per_link = true},
    {.name = "fentry_poke",
     .patched_by = kPokeSingle,
     .description = "as fentry, on a built kernel whose trampolines bypass ftrace",
     .probe = probe_fentry_poke,
     .open = open_fentry_poke,
     .per_link = true},
    {.name = "fentry_poke_batch",
     .patched_by = kPokeBatch,
     .description = "as fentry_poke, all functions in one batch of text pokes",
     .probe = probe_fentry_poke_batch,
     .open = open_fentry_poke_batch},
    {.name = "fentry_multi",
     .patched_by = kDirectBatch,
     .description = "one program and one link for all, run on entry",
     .probe = probe_fentry_multi,
     .open = open_fentry_multi,
     .pokes = pokes_in_batches,
     .poked_by = kPokeBatch},
    {.name = "fexit_multi",
     .patched_by = kDirectBatch,
     .description = "one program and one link for all, run on return",
     .probe = probe_fexit_multi,
     .open = open_fexit_multi,
     .pokes = pokes_in_batches,
     .poked_by = kPokeBatch},
    {.name = "fsession_multi",
     .patched_by = kDirectBatch,
     .description = "one program and one link for all, run on both",
     .probe = probe_fsession_multi,
     .open = open_fsession_multi,
     .pokes = pokes_in_batches,
     .poked_by = kPokeBatch},
    {.name = "kprobe",
     .patched_by = kProbeSingle,
     .description = "one program, an event and a link for each function, run on entry",
     .probe = probe_kprobe,
     .open = open_kprobe,
     .per_link = true},
    {.name = "kretprobe",
     .patched_by = kProbeSingle,
     .description = "one program, an event and a link for each function, run on return",
     .probe = probe_kretprobe,
     .open = open_kretprobe,
     .per_link = true},
    {.name = "kprobe_multi",
     .patched_by = kFtraceBatch,
     .description = "one program and one link for all, run on entry",
     .probe = probe_kprobe_multi,
     .open = open_kprobe_multi},
    {.name = "kretprobe_multi",
     .patched_by = kFtraceBatch,
     .description = "one program and one link for all, run on return",
     .probe = probe_kretprobe_multi,
     .open = open_kretprobe_multi},
    {.name = "kprobe_session",
     .patched_by = kFtraceBatch,
     .description = "one program and one link for all, run on both",
     .probe = probe_kprobe_session,
     .open = open_kprobe_session},
    {.name = "ftrace_filter",
     .patched_by = kFtraceBatch,
     .description = "the function tracer and no BPF: the floor of a batched run",
     .probe = probe_ftrace_filter,
     .open = open_ftrace_filter,
     .exclusive = true,
     .ends_with_process = false},
    {.name = "bpftrace",
     .patched_by = "whatever bpftrace chooses",
     .description = "its kfunc on each function; runs where it is named",
     .probe = probe_bpftrace,
     .open = nullptr,
     .per_link = true,
     .ends_with_process = false,
     .external = &kBpftrace},
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
