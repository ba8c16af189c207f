#include "results/stats/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace trampcheck {
namespace {

using Doubles = std::vector<double>;

Doubles random_sorted(size_t n, uint64_t seed) {
  std::mt19937_64 random(seed);
  Doubles values;
  // Some ties, both signs, several sizes.
  for (size_t i = 0; i < n; ++i) {
    values.push_back(static_cast<double>(random() % 41) / 7 - 2.5 + (i % 5 == 0 ? 1e6 : 0));
  }
  std::sort(values.begin(), values.end());
  return values;
}

TEST(Differences, ByHand) {
  Doubles from = {1, 2, 4};
  Doubles to = {3, 3, 10};  // -1 -1 1 1 2 2 6 8 9
  const Doubles expected = {-1, -1, 1, 1, 2, 2, 6, 8, 9};
  for (int64_t k = 1; k <= 9; ++k) EXPECT_EQ(kth_difference(from, to, k), expected[k - 1]) << k;
  EXPECT_EQ(median_difference(from, to), 2);
  EXPECT_EQ(median_difference(Doubles{1}, Doubles{4, 9}), 5.5);
}

TEST(Differences, AsThoughAllWereMade) {
  const Doubles from = random_sorted(37, 1);
  const Doubles to = random_sorted(23, 2);
  Doubles all;
  for (double a : from) {
    for (double b : to) all.push_back(b - a);
  }
  std::sort(all.begin(), all.end());
  for (int64_t k = 1; k <= 37 * 23; ++k) {
    ASSERT_EQ(kth_difference(from, to, k), all[static_cast<size_t>(k - 1)]) << k;
  }
}

TEST(Means, ByHand) {
  Doubles values = {-2, 0, 6};  // -2 -1 0 2 3 6
  const Doubles expected = {-2, -1, 0, 2, 3, 6};
  for (int64_t k = 1; k <= 6; ++k) EXPECT_EQ(kth_mean(values, k), expected[k - 1]) << k;
  EXPECT_EQ(median_mean(values), 1);
  EXPECT_EQ(median_mean(Doubles{7}), 7);
}

TEST(Means, AsThoughAllWereMade) {
  const Doubles values = random_sorted(40, 3);
  Doubles all;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i; j < values.size(); ++j) all.push_back((values[i] + values[j]) / 2);
  }
  std::sort(all.begin(), all.end());
  for (int64_t k = 1; k <= 820; ++k) {
    ASSERT_EQ(kth_mean(values, k), all[static_cast<size_t>(k - 1)]) << k;
  }
}

}  // namespace
}  // namespace trampcheck
