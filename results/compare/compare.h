// Two sides of results, and what changed between them.
#ifndef TRAMPCHECK_RESULTS_COMPARE_COMPARE_H_
#define TRAMPCHECK_RESULTS_COMPARE_COMPARE_H_

#include <vector>

#include "results/base/expected.h"
#include "results/compare/comparison.h"
#include "results/load.h"

namespace trampcheck {

// What of the options is wrong by itself, before anything is read. Errors (Exit::kUsage).
Expected<void> check_options(const CompareOptions& options);

// Pairs kernels and boots, refuses what is not comparable, judges every selected metric of every
// row, and corrects for their number. Pure: the same input gives the same value. Each side has at
// least one result. Errors: Exit::kUsage for an unknown metric or condition, and where both sides
// hold the same run; Exit::kNotComparable where common functions are asked for and cannot be had.
// Sides that may not be compared are no Error: the value lists the differences.
Expected<Comparison> compare(std::vector<LoadedResult> base, std::vector<LoadedResult> next,
                             const CompareOptions& given);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_COMPARE_H_
