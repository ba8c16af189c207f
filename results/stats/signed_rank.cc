#include "results/stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "results/stats/normal.h"
#include "results/stats/pairwise.h"
#include "results/stats/ranks.h"

namespace trampcheck {
namespace {

constexpr size_t kExactPairs = 50;  // 2^50 sign patterns are still counted exactly in a double

// ways[s]: of the 2^n subsets of the ranks, how many sum to s.
std::vector<double> count_sums(std::span<const int64_t> ranks) {
  const int64_t total = std::accumulate(ranks.begin(), ranks.end(), int64_t{0});
  std::vector<double> ways(static_cast<size_t>(total) + 1);
  ways[0] = 1;
  int64_t reached = 0;
  for (int64_t rank : ranks) {
    reached += rank;
    for (int64_t sum = reached; sum >= rank; --sum) {
      ways[static_cast<size_t>(sum)] += ways[static_cast<size_t>(sum - rank)];
    }
  }
  return ways;
}

// P(a sum at least as far from the middle as `sum`); the distribution is symmetric.
double exact_p(std::span<const int64_t> ranks, int64_t sum) {
  const std::vector<double> ways = count_sums(ranks);
  const auto total = static_cast<int64_t>(ways.size()) - 1;
  const int64_t outer = std::min(sum, total - sum);
  double tail = 0;
  for (int64_t s = 0; s <= outer; ++s) tail += ways[static_cast<size_t>(s)];
  return std::min(1.0, 2 * tail * std::exp2(-static_cast<double>(ranks.size())));
}

// All in doubled ranks: the steps of the sum are 1 or 2 wide, half of 2 is the correction for
// that (0.5 of a rank).
double normal_p(std::span<const int64_t> ranks, int64_t sum) {
  double total = 0;
  double squares = 0;
  for (int64_t rank : ranks) {
    total += static_cast<double>(rank);
    squares += static_cast<double>(rank) * static_cast<double>(rank);
  }
  const double distance = std::abs(static_cast<double>(sum) - total / 2) - 1;
  return distance <= 0 ? 1 : normal_two_sided(distance / std::sqrt(squares / 4));
}

// How many of the outermost means of two each end of the interval leaves out; 0 where even one is
// too many. From the distribution without ties.
int64_t means_outside(size_t n, double level) {
  const double tail = (1 - level) / 2;
  if (n > kExactPairs) {
    const auto count = static_cast<double>(n);
    const double spread = std::sqrt(count * (count + 1) * (2 * count + 1) / 24);
    const double k = count * (count + 1) / 4 + normal_quantile(tail) * spread;
    return std::max<int64_t>(0, static_cast<int64_t>(std::floor(k)));
  }
  std::vector<int64_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), 1);
  const std::vector<double> ways = count_sums(ranks);
  double below = 0;
  int64_t k = 0;
  for (double count : ways) {
    below += count * std::exp2(-static_cast<double>(n));
    if (below > tail) break;
    ++k;
  }
  return k;
}

}  // namespace

RankTest signed_rank(std::span<const double> differences) {
  std::vector<double> sizes;
  for (double difference : differences) sizes.push_back(std::abs(difference));
  const std::vector<int64_t> all_ranks = doubled_ranks(sizes);
  std::vector<int64_t> ranks;
  int64_t positive = 0;
  for (size_t i = 0; i < differences.size(); ++i) {
    if (differences[i] == 0) continue;
    ranks.push_back(all_ranks[i]);
    if (differences[i] > 0) positive += all_ranks[i];
  }
  RankTest test;
  test.n = static_cast<int64_t>(ranks.size());
  test.statistic = static_cast<double>(positive) / 2;
  test.exact = ranks.size() <= kExactPairs;
  test.p = test.exact ? exact_p(ranks, positive) : normal_p(ranks, positive);
  return test;
}

Shift signed_rank_shift(std::span<const double> differences, double level) {
  Shift shift;
  if (differences.empty()) return shift;
  std::vector<double> sorted(differences.begin(), differences.end());
  std::sort(sorted.begin(), sorted.end());
  shift.centre = median_mean(sorted);
  const int64_t outside = means_outside(sorted.size(), level);
  if (outside == 0) return shift;
  const auto n = static_cast<int64_t>(sorted.size());
  shift.low = kth_mean(sorted, outside);
  shift.high = kth_mean(sorted, n * (n + 1) / 2 + 1 - outside);
  return shift;
}

double smallest_signed_rank_p(int64_t n) {
  return std::min(1.0, std::exp2(1 - static_cast<double>(n)));
}

int64_t needed_pairs(double alpha) {
  int64_t n = 1;
  while (smallest_signed_rank_p(n) >= alpha && n < 1000) ++n;
  return n;
}

}  // namespace trampcheck
