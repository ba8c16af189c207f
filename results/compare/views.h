// Results made comparable that by themselves are not: another mechanism, or other functions.
#ifndef TRAMPCHECK_RESULTS_COMPARE_VIEWS_H_
#define TRAMPCHECK_RESULTS_COMPARE_VIEWS_H_

#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/compare/pairing.h"
#include "results/load.h"

namespace trampcheck {

// Keeps what a comparison needs: no names, failures, hits, leaks or log lines, and single
// functions' times only with `per_function`. Thousands of results then fit into memory.
void reduce_for_comparison(RunResult& result, bool per_function);

// Keeps only the rows of one mechanism and gives them the ids of another: attach.FROM.detach
// becomes attach.TO.detach. The parameters that say so are dropped. Errors (Exit::kUsage): a
// result has no such mechanism; the message lists those it has.
Expected<void> keep_mechanism(std::vector<LoadedResult>& results, const std::string& from,
                              const std::string& to);

inline constexpr const char* kCommonMetric = "functions_tsc";

// For each row for which every result of the pairs has single functions' times: the metric
// functions_tsc, the sum of the functions that all of them have, round by round. Returns how many
// those are in the row that has most. Errors (Exit::kNotComparable): no row has such times; no
// function is common.
Expected<int64_t> add_common_functions(const std::vector<RunResult*>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_VIEWS_H_
