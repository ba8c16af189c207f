// Results of several kernels for tests of what sets them side by side.
#ifndef TRAMPCHECK_RESULTS_TESTING_KERNELS_H_
#define TRAMPCHECK_RESULTS_TESTING_KERNELS_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// Adds `attach.MECHANISM`, four functions attached, with its phases attach and detach, two rounds
// each: cpu_ns as given, wall_ns twice that, no cycles. Rows carry params as the attach suite's do.
void add_mechanism(RunResult& result, const std::string& mechanism, int64_t attach_cpu_ns,
                   int64_t detach_cpu_ns);

// Adds `attach.MECHANISM.nFUNCTIONS` as --scale makes it: all attached, two rounds, attach as given
// in cpu_ns, detach half of that; wall_ns twice either.
void add_sized(RunResult& result, const std::string& mechanism, int64_t functions,
               int64_t attach_cpu_ns);

// Adds `attach.MECHANISM` with a status and a reason, and nothing measured.
void add_unmeasured(RunResult& result, const std::string& mechanism, Status status,
                    const std::string& reason);

// example_result()'s context and functions, no rows; release "RELEASE-test".
LoadedResult kernel_result(const std::string& release);

// Three kernels: 5.10.200 with fentry (8 ms a function to attach, 2 ms to detach), fentry_prog and
// fentry_multi unsupported; 6.1.90 with fentry failed; 7.3.4 with all three, fentry 12 and 4 ms,
// fentry_prog 1 ms, fentry_multi 0.5 ms.
std::vector<LoadedResult> three_kernels();

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_TESTING_KERNELS_H_
