#include "results/stats/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "results/stats/normal.h"
#include "results/stats/pairwise.h"
#include "results/stats/ranks.h"

namespace trampcheck {
namespace {

constexpr size_t kExactValues = 20;  // a side: 1.4e11 ways to choose, exact in a double

double ways_to_choose(int64_t n, int64_t of) {
  double ways = 1;
  for (int64_t i = 1; i <= n; ++i) {
    ways = ways * static_cast<double>(of - n + i) / static_cast<double>(i);
  }
  return ways;
}

// ways[s]: of all ways to choose n of the ranks, how many sum to s.
std::vector<double> count_sums(std::span<const int64_t> ranks, size_t n) {
  const int64_t total = std::accumulate(ranks.begin(), ranks.end(), int64_t{0});
  const auto width = static_cast<size_t>(total) + 1;
  std::vector<double> ways((n + 1) * width);  // [chosen][sum]
  ways[0] = 1;
  for (size_t i = 0; i < ranks.size(); ++i) {
    const auto rank = static_cast<size_t>(ranks[i]);
    for (size_t chosen = std::min(n, i + 1); chosen > 0; --chosen) {
      const double* from = &ways[(chosen - 1) * width];
      double* to = &ways[chosen * width];
      for (size_t sum = rank; sum < width; ++sum) to[sum] += from[sum - rank];
    }
  }
  return {ways.end() - static_cast<ptrdiff_t>(width), ways.end()};
}

// P(a sum of ranks at least as far from its mean as `sum`): with ties the distribution need not be
// symmetric. Everything is multiplied by twice N, where the mean is a whole number.
double exact_p(std::span<const int64_t> ranks, size_t n, int64_t sum) {
  const std::vector<double> ways = count_sums(ranks, n);
  const auto all = static_cast<int64_t>(ranks.size());
  const int64_t mean = (static_cast<int64_t>(ways.size()) - 1) * static_cast<int64_t>(n);
  const int64_t distance = std::abs(sum * all - mean);
  double far = 0;
  double total = 0;
  for (size_t s = 0; s < ways.size(); ++s) {
    total += ways[s];
    if (std::abs(static_cast<int64_t>(s) * all - mean) >= distance) far += ways[s];
  }
  return far / total;
}

// Of a sum of doubled ranks.
double normal_p(std::span<const int64_t> ranks, size_t n, int64_t sum) {
  const auto all = static_cast<double>(ranks.size());
  const auto chosen = static_cast<double>(n);
  const double mean_rank = all + 1;  // doubled
  double squares = 0;                // the variance of the ranks, which ties make smaller
  for (int64_t rank : ranks) {
    const double distance = static_cast<double>(rank) - mean_rank;
    squares += distance * distance;
  }
  const double variance = chosen * (all - chosen) / (all * (all - 1)) * squares;
  const double distance = std::abs(static_cast<double>(sum) - chosen * mean_rank) - 1;
  return distance <= 0 || variance <= 0 ? 1 : normal_two_sided(distance / std::sqrt(variance));
}

// How many of the outermost differences each end of the interval leaves out; 0 where even one is
// too many. From the distribution without ties.
int64_t differences_outside(size_t n, size_t m, double level) {
  const double tail = (1 - level) / 2;
  if (n > kExactValues || m > kExactValues) {
    const auto a = static_cast<double>(n);
    const auto b = static_cast<double>(m);
    const double k = a * b / 2 + normal_quantile(tail) * std::sqrt(a * b * (a + b + 1) / 12);
    return std::max<int64_t>(0, static_cast<int64_t>(std::floor(k)));
  }
  std::vector<int64_t> ranks(n + m);
  std::iota(ranks.begin(), ranks.end(), 1);
  const std::vector<double> ways = count_sums(ranks, n);
  const double total = ways_to_choose(static_cast<int64_t>(n), static_cast<int64_t>(n + m));
  double below = 0;
  int64_t k = 0;
  for (size_t sum = n * (n + 1) / 2; sum < ways.size(); ++sum, ++k) {
    below += ways[sum] / total;
    if (below > tail) break;
  }
  return k;
}

}  // namespace

RankTest rank_sum(std::span<const double> base, std::span<const double> next) {
  RankTest test;
  test.n = static_cast<int64_t>(base.size() + next.size());
  if (base.empty() || next.empty()) return test;
  std::vector<double> all(base.begin(), base.end());
  all.insert(all.end(), next.begin(), next.end());
  const std::vector<int64_t> ranks = doubled_ranks(all);
  const auto first = ranks.begin() + static_cast<ptrdiff_t>(base.size());
  const int64_t sum = std::accumulate(first, ranks.end(), int64_t{0});
  const auto m = static_cast<int64_t>(next.size());
  test.statistic = static_cast<double>(sum - m * (m + 1)) / 2;
  test.exact = base.size() <= kExactValues && next.size() <= kExactValues;
  test.p = test.exact ? exact_p(ranks, next.size(), sum) : normal_p(ranks, next.size(), sum);
  return test;
}

Shift rank_sum_shift(std::span<const double> base, std::span<const double> next, double level) {
  Shift shift;
  if (base.empty() || next.empty()) return shift;
  std::vector<double> from(base.begin(), base.end());
  std::vector<double> to(next.begin(), next.end());
  std::sort(from.begin(), from.end());
  std::sort(to.begin(), to.end());
  shift.centre = median_difference(from, to);
  const int64_t outside = differences_outside(from.size(), to.size(), level);
  if (outside == 0) return shift;
  const auto pairs = static_cast<int64_t>(from.size() * to.size());
  shift.low = kth_difference(from, to, outside);
  shift.high = kth_difference(from, to, pairs + 1 - outside);
  return shift;
}

double smallest_rank_sum_p(int64_t n, int64_t m) {
  if (n < 1 || m < 1) return 1;
  return std::min(1.0, 2 / ways_to_choose(std::min(n, m), n + m));
}

int64_t needed_values(double alpha) {
  int64_t n = 1;
  while (smallest_rank_sum_p(n, n) >= alpha && n < 1000) ++n;
  return n;
}

}  // namespace trampcheck
