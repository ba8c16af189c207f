#include "results/stats/summary.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace trampcheck {
namespace {

using Doubles = std::vector<double>;
using Integers = std::vector<int64_t>;

TEST(Quantile, InterpolatesBetweenRanks) {
  Doubles sorted = {10, 20, 30, 40};
  EXPECT_EQ(quantile(sorted, 0), 10);
  EXPECT_EQ(quantile(sorted, 0.25), 17.5);
  EXPECT_EQ(quantile(sorted, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.9), 37);
  EXPECT_EQ(quantile(sorted, 1), 40);
}

TEST(Quantile, EdgesAndOutside) {
  EXPECT_EQ(quantile(Doubles{}, 0.5), 0);
  EXPECT_EQ(quantile(Doubles{7}, 0.99), 7);
  EXPECT_EQ(quantile(Doubles{1, 2}, -3), 1);
  EXPECT_EQ(quantile(Doubles{1, 2}, 3), 2);
}

TEST(Median, OddEvenUnsortedEmpty) {
  EXPECT_EQ(median(Integers{9, 1, 5}), 5);
  EXPECT_EQ(median(Integers{9, 1, 5, 6}), 5.5);
  EXPECT_EQ(median(Integers{}), 0);
}

TEST(Mad, IsUnscaledAndIgnoresOneOutlier) {
  EXPECT_EQ(mad(Doubles{1, 1, 2, 2, 4, 6, 9}), 1);
  EXPECT_EQ(mad(Doubles{5, 5, 5, 5, 1e9}), 0);
  EXPECT_EQ(mad(Doubles{1, 2, 3, 4}), 1);
}

TEST(Summarise, ExactFigures) {
  Summary summary = summarise(Integers{50, 10, 40, 20, 30});
  EXPECT_EQ(summary.n, 5);
  EXPECT_EQ(summary.min, 10);
  EXPECT_DOUBLE_EQ(summary.p10, 14);
  EXPECT_EQ(summary.median, 30);
  EXPECT_DOUBLE_EQ(summary.p90, 46);
  EXPECT_DOUBLE_EQ(summary.p99, 49.6);
  EXPECT_EQ(summary.max, 50);
  EXPECT_EQ(summary.mean, 30);
  EXPECT_EQ(summary.mad, 10);
  ASSERT_TRUE(summary.stddev);
  EXPECT_DOUBLE_EQ(*summary.stddev, 15.811388300841896);  // sqrt(1000 / 4)
}

TEST(Summarise, OneSampleHasNoSpread) {
  Summary summary = summarise(Integers{42});
  EXPECT_EQ(summary.n, 1);
  EXPECT_EQ(summary.p99, 42);
  EXPECT_EQ(summary.mad, 0);
  EXPECT_FALSE(summary.stddev);
}

TEST(Summarise, NoSamples) {
  Summary summary = summarise(Integers{});
  EXPECT_EQ(summary.n, 0);
  EXPECT_FALSE(summary.stddev);
}

TEST(Summarise, SumDoesNotOverflow) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_DOUBLE_EQ(summarise(Integers{kMax, kMax, kMax}).mean, static_cast<double>(kMax));
}

}  // namespace
}  // namespace trampcheck
