// What the two rank tests, signed_rank.h and rank_sum.h, have in common.
#ifndef TRAMPCHECK_RESULTS_STATS_RANK_TEST_H_
#define TRAMPCHECK_RESULTS_STATS_RANK_TEST_H_

#include <cstdint>
#include <optional>

namespace trampcheck {

struct RankTest {
  int64_t n = 0;         // values that have a say in it
  double statistic = 0;  // sum of the positive ranks, or U
  double p = 1;          // two-sided
  bool exact = true;     // false: by the normal distribution
};

// How far one side lies from the other, by the median of all pairwise differences
// (Hodges-Lehmann), and the interval that the test itself would not refuse at 1 - `level`. Of the
// ways to make an interval this one is taken because it agrees with the test by construction: it
// holds 0 where p > 1 - level. It is exact, needs no seed, and one wild sample does not move it. A
// bootstrap of eight boots would promise more than eight boots hold.
struct Shift {
  double centre = 0;
  std::optional<double> low;  // empty: with so few values no interval has that level
  std::optional<double> high;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_RANK_TEST_H_
