// Order statistics of all pairs of values, without making the pairs.
#ifndef TRAMPCHECK_RESULTS_STATS_PAIRWISE_H_
#define TRAMPCHECK_RESULTS_STATS_PAIRWISE_H_

#include <cstdint>
#include <span>

namespace trampcheck {

// Each takes values in ascending order, finite, and at least one; `k` counts from 1 to the number
// of pairs. O(n + m) time for each of some sixty steps, no memory.

// The k-th smallest of the n * m differences to[j] - from[i].
double kth_difference(std::span<const double> from, std::span<const double> to, int64_t k);
double median_difference(std::span<const double> from, std::span<const double> to);

// The k-th smallest of the n (n + 1) / 2 means of two values, each value with itself included
// (Walsh averages).
double kth_mean(std::span<const double> values, int64_t k);
double median_mean(std::span<const double> values);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_PAIRWISE_H_
