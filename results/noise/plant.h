// A slowdown added to boots that were measured without it.
#ifndef TRAMPCHECK_RESULTS_NOISE_PLANT_H_
#define TRAMPCHECK_RESULTS_NOISE_PLANT_H_

#include <optional>
#include <span>
#include <string>

#include "results/load.h"

namespace trampcheck {

// "attach.fentry.attach" and "cpu_ns" of "attach.fentry.attach.cpu_ns".
struct MetricName {
  std::string row;
  std::string metric;
};
MetricName split_metric(const std::string& name);

// The row's metric if it has samples, else null.
Metric* find_metric(RunResult& result, const MetricName& name);

// Every round takes that share (0.01 is 1 %) of the metric longer. Time on a CPU is elapsed time
// as well: planted in cpu_ns it is added to wall_ns of the row, too. The row must have the metric.
void plant(RunResult& result, const MetricName& name, double share);

// The median of the medians of a metric over all boots, in its unit; empty where one boot has no
// samples of it, or there are no boots.
std::optional<double> typical_value(std::span<const LoadedResult> boots, const std::string& metric);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_NOISE_PLANT_H_
