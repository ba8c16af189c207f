// Wilcoxon's signed-rank test for paired values: boots of two kernels, made pair by pair.
#ifndef TRAMPCHECK_RESULTS_STATS_SIGNED_RANK_H_
#define TRAMPCHECK_RESULTS_STATS_SIGNED_RANK_H_

#include <cstdint>
#include <span>

#include "results/stats/rank_test.h"

namespace trampcheck {

// Whether differences centre on 0. Zeros take part in the ranking and have no sign (Pratt), so
// that they cannot make the others look more certain. Exact, with ties, for up to 50 that are not
// zero; beyond, the normal distribution with the variance of the ranks as they are.
RankTest signed_rank(std::span<const double> differences);

// Where the differences centre. `level` is 0.99 for an interval of 99 %.
Shift signed_rank_shift(std::span<const double> differences, double level);

// The smallest p that n pairs can give: 2 / 2^n, at most 1.
double smallest_signed_rank_p(int64_t n);

// How many pairs it takes for p < `alpha` to exist at all.
int64_t needed_pairs(double alpha);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_SIGNED_RANK_H_
