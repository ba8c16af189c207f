// Small results for the tests of comparing: only what a test is about.
#ifndef TRAMPCHECK_RESULTS_COMPARE_TESTING_H_
#define TRAMPCHECK_RESULTS_COMPARE_TESTING_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "results/compare/comparison.h"
#include "results/load.h"

namespace trampcheck {

using Samples = std::vector<int64_t>;
using Metrics = std::map<std::string, Samples>;  // metric -> samples; none: null with a reason

// attach.MECHANISM.PHASE, DONE, with the parameters that the suite gives it.
ResultRow measured_row(const std::string& mechanism, const std::string& phase,
                       const Metrics& metrics);

// attach.MECHANISM with a status and so many functions attached.
ResultRow status_row(const std::string& mechanism, Status status, int64_t attached,
                     const std::string& reason = "");

// A complete run on 6.12 in a guest with one CPU.
LoadedResult run_of(const std::string& path, const std::string& domain, std::vector<ResultRow> rows,
                    int64_t boot = 0);

// The only finding of this metric; the test ends if there is none.
const Finding& finding_of(const Comparison& comparison, const std::string& id,
                          const std::string& metric);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_TESTING_H_
