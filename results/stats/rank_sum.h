// The rank-sum test of Mann, Whitney and Wilcoxon for two sets of values that took turns inside
// one boot. It knows nothing of boots: for two boots that ran one after the other it cries wolf
// in more than half of all cases.
#ifndef TRAMPCHECK_RESULTS_STATS_RANK_SUM_H_
#define TRAMPCHECK_RESULTS_STATS_RANK_SUM_H_

#include <cstdint>
#include <span>

#include "results/stats/rank_test.h"

namespace trampcheck {

// Whether values of `next` tend to lie above those of `base`; `statistic` is U, the pairs in which
// they do, a tie counting half. Exact, given the ties there are, for up to 20 values a side;
// beyond, the normal distribution corrected for ties. O(N log N).
RankTest rank_sum(std::span<const double> base, std::span<const double> next);

// How far `next` lies above `base`. `level` is 0.99 for an interval of 99 %.
Shift rank_sum_shift(std::span<const double> base, std::span<const double> next, double level);

// The smallest p that n and m values can give: 2 over the number of ways to choose n of n + m.
double smallest_rank_sum_p(int64_t n, int64_t m);

// How many values a side it takes for p < `alpha` to exist at all.
int64_t needed_values(double alpha);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_RANK_SUM_H_
