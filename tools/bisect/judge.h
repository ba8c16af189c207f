// Is a kernel on the old or on the new side of a change? One metric of one result decides.
#ifndef TRAMPCHECK_TOOLS_BISECT_JUDGE_H_
#define TRAMPCHECK_TOOLS_BISECT_JUDGE_H_

#include <optional>
#include <string>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

// "attach.fentry.detach.wall_ns": the metric after the last dot, the row before it.
struct MetricId {
  std::string row;
  std::string metric;
  std::string text() const { return row + "." + metric; }
  // "fentry" of "attach.fentry.detach"; empty where the row is not of the attach suite.
  std::string mechanism() const;
};

// Errors (kUsage): no dot, or an empty part.
Expected<MetricId> parse_metric_id(const std::string& text);

// The median over the rounds; per attached function where the phase grows with their number, so
// that kernels with a few functions more or less can be set side by side.
struct MetricValue {
  double value = 0;
  std::string unit;
  bool per_function = false;
  Better better = Better::kLower;
  std::string text() const;  // "136 ms per function"
};

// A value, or why this result has none.
struct Measured {
  std::optional<MetricValue> value;
  std::string reason;
};

// Reasons: no such row (the mechanism is not supported: its own reason; the run died before), no
// such metric, not measured, the verdict on the row's experiment is not PASS.
Measured read_metric(const RunResult& result, const MetricId& id);

enum class Direction { kWorse, kBetter };

// What counts as changed: a value beyond `limit`, in the direction that is looked for.
struct Limit {
  double value = 0;  // in the unit of the metric
  Direction direction = Direction::kWorse;
};

// `percent` away from the base, in the direction that is looked for.
Limit limit_from(const MetricValue& base, double percent, Direction direction);

// Strictly beyond the limit.
bool is_changed(const MetricValue& value, const Limit& limit);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_BISECT_JUDGE_H_
