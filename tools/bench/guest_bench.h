// The benchmarks that need a kernel: what the suite adds to the system calls it times.
#ifndef TRAMPCHECK_TOOLS_BENCH_GUEST_BENCH_H_
#define TRAMPCHECK_TOOLS_BENCH_GUEST_BENCH_H_

#include "tools/vm/guest.h"

namespace trampcheck {

// "attach": our attach and detach loops against bare C loops of the same system calls on the same
// functions. "discover": reading and choosing against only reading the kernel's three lists. Prints
// ratios of TSC ticks to the host; returns 0, or 4 where it could not run.
int run_bench_job(const Job& job, GuestChannel& channel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_BENCH_GUEST_BENCH_H_
