#include "results/noise/plant.h"

#include <cmath>
#include <vector>

#include "results/stats/summary.h"

namespace trampcheck {

MetricName split_metric(const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {"", name};
  return {name.substr(0, dot), name.substr(dot + 1)};
}

Metric* find_metric(RunResult& result, const MetricName& name) {
  for (ResultRow& row : result.results) {
    if (row.id != name.row) continue;
    auto found = row.metrics.find(name.metric);
    if (found == row.metrics.end() || found->second.samples.empty()) return nullptr;
    return &found->second;
  }
  return nullptr;
}

void plant(RunResult& result, const MetricName& name, double share) {
  Metric& metric = *find_metric(result, name);
  Metric* wall = name.metric == "cpu_ns" ? find_metric(result, {name.row, "wall_ns"}) : nullptr;
  for (size_t i = 0; i < metric.samples.size(); ++i) {
    const int64_t more = std::llround(static_cast<double>(metric.samples[i]) * share);
    metric.samples[i] += more;
    if (wall && i < wall->samples.size()) wall->samples[i] += more;
  }
}

std::optional<double> typical_value(std::span<const LoadedResult> boots,
                                    const std::string& metric) {
  if (boots.empty()) return std::nullopt;
  std::vector<double> medians;
  for (LoadedResult boot : boots) {
    const Metric* found = find_metric(boot.result, split_metric(metric));
    if (!found) return std::nullopt;
    medians.push_back(median(found->samples));
  }
  return median(medians);
}

}  // namespace trampcheck
