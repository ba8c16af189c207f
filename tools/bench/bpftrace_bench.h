// Attaching with bpftrace against attaching with this suite: the same functions, the same guest, a
// whole process each.
#ifndef TRAMPCHECK_TOOLS_BENCH_BPFTRACE_BENCH_H_
#define TRAMPCHECK_TOOLS_BENCH_BPFTRACE_BENCH_H_

#include <string>

#include "tools/vm/guest.h"

namespace trampcheck {

// In the guest: runs bpftrace and this binary in turn, job.argv = {rounds, glob}. Prints a table to
// the host; returns 0, or 4 where something could not run.
int run_bpftrace_bench(const Job& job, GuestChannel& channel);

// What this binary is started for there: finds the functions, loads and attaches, waits ten
// milliseconds as the bpftrace command does, detaches, and ends. Prints what it took to find them.
int attach_once(const std::string& mechanism, const std::string& glob);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_BENCH_BPFTRACE_BENCH_H_
