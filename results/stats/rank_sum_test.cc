#include "results/stats/rank_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace trampcheck {
namespace {

using Doubles = std::vector<double>;

// Permeability of the chorioamnion, of Hollander and Wolfe (1973), which R's manual page of
// wilcox.test uses.
const Doubles kTerm = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
const Doubles kEarly = {1.15, 0.88, 0.90, 0.74, 1.21};

Doubles count_up(int from, int to) {
  Doubles values;
  for (int i = from; i <= to; ++i) values.push_back(i);
  return values;
}

TEST(RankSum, PublishedExample) {
  RankTest test = rank_sum(kTerm, kEarly);
  EXPECT_EQ(test.n, 15);
  EXPECT_EQ(test.statistic, 15);  // R counts the other side: 50 - 15 = 35
  EXPECT_DOUBLE_EQ(test.p, 764.0 / 3003);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(rank_sum(kEarly, kTerm).statistic, 35);
  EXPECT_DOUBLE_EQ(rank_sum(kEarly, kTerm).p, 764.0 / 3003);
}

TEST(RankSum, SmallestP) {
  EXPECT_DOUBLE_EQ(rank_sum(count_up(1, 3), count_up(4, 6)).p, 0.1);
  EXPECT_DOUBLE_EQ(rank_sum(count_up(1, 5), count_up(6, 10)).p, 2.0 / 252);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(5, 5), 2.0 / 252);
  EXPECT_DOUBLE_EQ(smallest_rank_sum_p(7, 7), 2.0 / 3432);
  EXPECT_EQ(smallest_rank_sum_p(1, 1), 1);
  EXPECT_EQ(smallest_rank_sum_p(0, 5), 1);
  EXPECT_EQ(needed_values(0.05), 4);
  EXPECT_EQ(needed_values(0.01), 5);
}

TEST(RankSum, TiesShareTheirRank) {
  // Of the 70 ways to choose four of the ranks 1, 3, 3, 3, 6, 6, 6, 8, counted.
  RankTest test = rank_sum(Doubles{1, 2, 2, 3}, Doubles{2, 3, 3, 4});
  EXPECT_EQ(test.statistic, 13);
  EXPECT_DOUBLE_EQ(test.p, 20.0 / 70);
}

TEST(RankSum, TiesOnOneEndAreNotSymmetric) {
  RankTest test = rank_sum(Doubles{1, 1, 1, 5, 6}, Doubles{1, 7, 8});
  EXPECT_EQ(test.statistic, 11.5);
  EXPECT_DOUBLE_EQ(test.p, 12.0 / 56);
}

TEST(RankSum, NothingToSay) {
  EXPECT_EQ(rank_sum(Doubles{}, Doubles{1, 2}).p, 1);
  EXPECT_EQ(rank_sum(Doubles{1}, Doubles{2}).p, 1);
  EXPECT_EQ(rank_sum(Doubles(5, 3.0), Doubles(5, 3.0)).p, 1);
  EXPECT_EQ(rank_sum(Doubles(30, 3.0), Doubles(30, 3.0)).p, 1);
}

TEST(RankSum, ExactUpToTwentyASide) {
  // 1..20 against values that lie above 14.5 of them each on average: U = 290.
  Doubles next(20, 14.5);
  for (size_t i = 0; i < 20; ++i) next[i] = i < 10 ? 14.1 + 0.01 * i : 15.1 + 0.01 * i;
  RankTest test = rank_sum(count_up(1, 20), next);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.statistic, 290);
  // Without ties the sum of ranks alone decides: 1970829444 of 137846528820 ways.
  EXPECT_DOUBLE_EQ(test.p, 1970829444.0 / 137846528820.0);
}

TEST(RankSum, NormalBeyond) {
  Doubles next;
  for (int i = 0; i < 30; ++i) next.push_back((i < 10 ? 21.1 : 22.1) + 0.01 * i);
  RankTest test = rank_sum(count_up(1, 30), next);  // U = 10 * 21 + 20 * 22
  EXPECT_FALSE(test.exact);
  EXPECT_EQ(test.statistic, 650);
  EXPECT_NEAR(test.p, 0.0031829591616507357, 1e-14);  // z = 199.5 / sqrt(30 * 30 * 61 / 12)
  EXPECT_NEAR(test.p, 0.0027380550958, 0.0005);       // the exact one, counted apart
}

TEST(RankSum, TiesNarrowTheNormal) {
  // 25 zeros and 25 ones against 50 ones: 75 ones and 25 zeros tie. Variance of the ranks by hand:
  // 50 * 50 / 12 * (101 - (75^3 - 75 + 25^3 - 25) / (100 * 99)) = 11837.12.
  Doubles base(50, 1.0);
  std::fill(base.begin(), base.begin() + 25, 0.0);
  RankTest test = rank_sum(base, Doubles(50, 1.0));
  EXPECT_EQ(test.statistic, 1875);
  EXPECT_NEAR(test.p, 9.469500385690362e-09, 1e-18);  // z = 624.5 / sqrt(11837.12)
}

TEST(RankSumShift, PublishedExample) {
  Shift shift = rank_sum_shift(kEarly, kTerm, 0.95);  // R: 0.305, -0.15 to 0.76
  EXPECT_NEAR(shift.centre, 0.305, 1e-12);
  ASSERT_TRUE(shift.low && shift.high);
  EXPECT_NEAR(*shift.low, -0.15, 1e-12);
  EXPECT_NEAR(*shift.high, 0.76, 1e-12);
}

TEST(RankSumShift, TooFewForTheLevel) {
  Shift shift = rank_sum_shift(Doubles{1, 2}, Doubles{11, 12}, 0.95);
  EXPECT_EQ(shift.centre, 10);
  EXPECT_FALSE(shift.low);
}

TEST(RankSumShift, TenThousandASide) {
  Doubles base = count_up(1, 10000);
  Doubles next = count_up(1001, 11000);
  Shift shift = rank_sum_shift(base, next, 0.99);
  EXPECT_EQ(shift.centre, 1000);
  // Of 1..10000 and the same moved by 1000, each end cuts 2.5758 * sqrt(1e8 * 20001 / 12) of 1e8
  // differences, whose k-th smallest is 1000 - 10000 + the d with d (d + 1) / 2 >= k.
  EXPECT_NEAR(*shift.low, 1000 - 105.7, 1);
  EXPECT_NEAR(*shift.high, 1000 + 105.7, 1);
}

}  // namespace
}  // namespace trampcheck
