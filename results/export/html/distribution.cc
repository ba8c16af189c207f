#include "results/export/html/distribution.h"

#include <algorithm>

#include "results/stats/summary.h"

namespace trampcheck {
namespace {

std::vector<double> thinned(const std::vector<double>& sorted, size_t most) {
  if (sorted.size() <= most) return sorted;
  std::vector<double> shown;
  for (size_t i = 0; i < most; ++i) shown.push_back(sorted[i * (sorted.size() - 1) / (most - 1)]);
  return shown;
}

}  // namespace

Distribution describe_samples(std::vector<double> samples, size_t most_shown) {
  Distribution out;
  if (samples.empty()) return out;
  std::sort(samples.begin(), samples.end());
  out.n = samples.size();
  out.min = samples.front();
  out.p5 = quantile(samples, 0.05);
  out.q1 = quantile(samples, 0.25);
  out.median = quantile(samples, 0.5);
  out.q3 = quantile(samples, 0.75);
  out.p95 = quantile(samples, 0.95);
  out.max = samples.back();
  out.shown = thinned(samples, std::max<size_t>(most_shown, 2));
  return out;
}

}  // namespace trampcheck
