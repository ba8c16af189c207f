// bpftrace: the command of the measurement that this suite repeats.
#ifndef TRAMPCHECK_HARNESS_ATTACH_BPFTRACE_H_
#define TRAMPCHECK_HARNESS_ATTACH_BPFTRACE_H_

#include "harness/attach/external.h"
#include "harness/attach/mechanism.h"

namespace trampcheck {

// One bare glob goes to bpftrace as it is: it then chooses by itself, and knows no deny list. Else
// it gets the names of the targets.
Expected<ExternalCommand> bpftrace_command(const Selection& selection,
                                           std::span<const Target> targets);

// Reads what bpftrace 0.17 says with -v.
ExternalReport bpftrace_report(const std::string& out, const std::string& err);

inline constexpr External kBpftrace = {"bpftrace", "bpftrace", bpftrace_command, bpftrace_report};

// On PATH, and the kernel has fentry, which it calls kfunc.
Support probe_bpftrace(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_BPFTRACE_H_
