#include "results/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace trampcheck {
namespace {

std::vector<double> as_doubles(std::span<const int64_t> samples) {
  return {samples.begin(), samples.end()};
}

// Summed as integers: the mean then does not depend on the order of the samples.
double mean_of(std::span<const int64_t> samples) {
  __int128 sum = 0;
  for (int64_t sample : samples) sum += sample;
  return static_cast<double>(sum) / static_cast<double>(samples.size());
}

double stddev_of(std::span<const double> values, double mean) {
  double squares = 0;
  for (double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  if (sorted.empty()) return 0;
  double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  auto below = static_cast<size_t>(rank);
  size_t above = std::min(below + 1, sorted.size() - 1);
  double fraction = rank - static_cast<double>(below);
  return sorted[below] + fraction * (sorted[above] - sorted[below]);
}

double median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return quantile(sorted, 0.5);
}

double median(std::span<const int64_t> values) { return median(as_doubles(values)); }

double mad(std::span<const double> values) {
  double centre = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (double value : values) distances.push_back(std::abs(value - centre));
  return median(distances);
}

Summary summarise(std::span<const int64_t> samples) {
  Summary summary;
  if (samples.empty()) return summary;
  std::vector<double> sorted = as_doubles(samples);
  std::sort(sorted.begin(), sorted.end());
  summary.n = static_cast<int64_t>(sorted.size());
  summary.min = sorted.front();
  summary.p10 = quantile(sorted, 0.10);
  summary.median = quantile(sorted, 0.50);
  summary.p90 = quantile(sorted, 0.90);
  summary.p99 = quantile(sorted, 0.99);
  summary.max = sorted.back();
  summary.mean = mean_of(samples);
  summary.mad = mad(sorted);
  if (sorted.size() >= 2) summary.stddev = stddev_of(sorted, summary.mean);
  return summary;
}

}  // namespace trampcheck
