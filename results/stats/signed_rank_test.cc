#include "results/stats/signed_rank.h"

#include <gtest/gtest.h>

#include <vector>

namespace trampcheck {
namespace {

using Doubles = std::vector<double>;

// Hamilton's depression scale before and after, of Hollander and Wolfe (1973), which R's manual
// page of wilcox.test uses.
const Doubles kDepression = {1.83 - 0.878, 0.50 - 0.647, 1.62 - 0.598, 2.48 - 2.05, 1.68 - 1.06,
                             1.88 - 1.29,  1.55 - 1.06,  3.06 - 3.14,  1.30 - 1.29};

TEST(SignedRank, PublishedExample) {
  RankTest test = signed_rank(kDepression);
  EXPECT_EQ(test.n, 9);
  EXPECT_EQ(test.statistic, 40);
  EXPECT_EQ(test.p, 0.0390625);  // 20 of 512 patterns
  EXPECT_TRUE(test.exact);
}

TEST(SignedRank, CriticalValueOfTheTables) {
  // n = 10, two-sided 5 %: 8 is the largest sum that is significant (2 * 25 / 1024), 9 is not.
  EXPECT_EQ(signed_rank(Doubles{-1, -2, 3, 4, -5, 6, 7, 8, 9, 10}).p, 50.0 / 1024);
  EXPECT_EQ(signed_rank(Doubles{-1, -2, 3, 4, 5, -6, 7, 8, 9, 10}).p, 66.0 / 1024);
}

TEST(SignedRank, AllOneWayIsTheSmallestP) {
  EXPECT_EQ(signed_rank(Doubles{1, 2, 3, 4, 5, 6, 7, 8}).p, 2.0 / 256);
  EXPECT_EQ(signed_rank(Doubles{-1, -2, -3, -4, -5, -6, -7, -8}).p, 2.0 / 256);
}

TEST(SignedRank, TiesShareTheirRank) {
  // Ranks 1.5, 1.5, 3: the eight sums are 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6.
  EXPECT_EQ(signed_rank(Doubles{1, 1, 2}).p, 0.25);
  EXPECT_EQ(signed_rank(Doubles{-1, 1, 2}).p, 0.75);
  EXPECT_EQ(signed_rank(Doubles{-1, 1, 2}).statistic, 4.5);
  EXPECT_EQ(signed_rank(Doubles{1, 1, -2}).p, 1);
}

TEST(SignedRank, ZerosTakeTheLowestRanksAndNoSide) {
  RankTest test = signed_rank(Doubles{0, 1, 2, 3});
  EXPECT_EQ(test.n, 3);
  EXPECT_EQ(test.statistic, 9);  // ranks 2, 3, 4
  EXPECT_EQ(test.p, 0.25);
  EXPECT_EQ(signed_rank(Doubles{0, -1, 2, 3}).p, 0.5);  // {} and {2} of eight, twice
}

TEST(SignedRank, NothingToSay) {
  EXPECT_EQ(signed_rank(Doubles{}).p, 1);
  EXPECT_EQ(signed_rank(Doubles{0, 0, 0}).p, 1);
  EXPECT_EQ(signed_rank(Doubles{0, 0, 0}).n, 0);
  EXPECT_EQ(signed_rank(Doubles{5}).p, 1);
}

TEST(SignedRank, NormalAboveFiftyPairs) {
  Doubles all;
  for (int i = 1; i <= 51; ++i) all.push_back(i);
  RankTest test = signed_rank(all);
  EXPECT_FALSE(test.exact);
  EXPECT_NEAR(test.p, 5.301097466706048e-10, 1e-20);  // z = (1326 - 663 - 0.5) / 106.68
}

TEST(SignedRank, NormalIsNearTheExact) {
  // Sixty pairs with a sum of 1200: 630 negative. The exact p, counted apart, is 0.0355632.
  Doubles pairs;
  for (int i = 1; i <= 60; ++i) pairs.push_back(i > 15 && i <= 37 ? -i : i);  // 16..37: 583
  pairs[46] = -47;
  EXPECT_EQ(signed_rank(pairs).statistic, 1200);
  EXPECT_NEAR(signed_rank(pairs).p, 0.0355632, 0.0008);
  EXPECT_NEAR(signed_rank(pairs).p, 0.03622649417878664, 1e-12);
}

TEST(SignedRankShift, PublishedExample) {
  Shift shift = signed_rank_shift(kDepression, 0.95);
  EXPECT_NEAR(shift.centre, 0.46, 1e-12);
  ASSERT_TRUE(shift.low && shift.high);
  EXPECT_NEAR(*shift.low, 0.01, 1e-12);
  EXPECT_NEAR(*shift.high, 0.786, 1e-12);
}

TEST(SignedRankShift, AgreesWithTheTest) {
  // Eight pairs: p = 2 / 256 < 0.01 only if all go one way, so the interval is all means of two.
  Shift shift = signed_rank_shift(Doubles{8, 1, 7, 2, 6, 3, 5, 4}, 0.99);
  ASSERT_TRUE(shift.low && shift.high);
  EXPECT_EQ(shift.centre, 4.5);
  EXPECT_EQ(*shift.low, 1);
  EXPECT_EQ(*shift.high, 8);
}

TEST(SignedRankShift, TooFewForTheLevel) {
  Shift shift = signed_rank_shift(Doubles{1, 2, 3, 4, 5, 6, 7}, 0.99);
  EXPECT_EQ(shift.centre, 4);
  EXPECT_FALSE(shift.low);
  EXPECT_FALSE(shift.high);
  EXPECT_FALSE(signed_rank_shift(Doubles{}, 0.5).low);
}

TEST(SignedRankShift, ManyPairs) {
  Doubles all;
  for (int i = 1; i <= 101; ++i) all.push_back(i);
  Shift shift = signed_rank_shift(all, 0.95);
  EXPECT_EQ(shift.centre, 51);
  // The normal distribution gives k = floor(2575.5 - 1.95996 * 295.52) = 1996 of 5151 means.
  EXPECT_EQ(*shift.low, 45);
  EXPECT_EQ(*shift.high, 57);
}

TEST(NeededPairs, AsTheTablesHaveIt) {
  EXPECT_EQ(smallest_signed_rank_p(8), 0.0078125);
  EXPECT_EQ(smallest_signed_rank_p(0), 1);
  EXPECT_EQ(needed_pairs(0.05), 6);
  EXPECT_EQ(needed_pairs(0.01), 8);
  EXPECT_EQ(needed_pairs(0.001), 11);
}

}  // namespace
}  // namespace trampcheck
