// Ranks of values, ties sharing the mean of theirs.
#ifndef TRAMPCHECK_RESULTS_STATS_RANKS_H_
#define TRAMPCHECK_RESULTS_STATS_RANKS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace trampcheck {

// Twice the rank of each value, in the order of the values: 1-based, and whole numbers also where
// ties share a rank such as 2.5. O(n log n).
std::vector<int64_t> doubled_ranks(std::span<const double> values);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_RANKS_H_
