// Why the kernel refused a function, in one word of a fixed list: raw errnos mean different things
// in different phases and kernels.
#ifndef TRAMPCHECK_HARNESS_ATTACH_REASON_H_
#define TRAMPCHECK_HARNESS_ATTACH_REASON_H_

#include "harness/attach/mechanism.h"

namespace trampcheck {

// signature, not_in_kallsyms, denied_by_kernel, not_modifiable, no_ftrace_site, trampoline_full,
// address_refused, ftrace_dead, not_isolated (one of several that a search could not tell apart),
// no_memory, interrupted, other. Sources: the errno table of
// kernel/bpf/trampoline.c, verifier.c and kernel/trace/ftrace.c as of 5.10 to 7.3.
const char* classify(const Refusal& refusal);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_REASON_H_
