#include "tools/bisect/judge.h"

#include <fmt/format.h>

#include <set>

#include "results/export/units.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr const char* kSuitePrefix = "attach.";

bool grows_with_functions(const std::string& phase) {
  static const std::set<std::string> kPhases = {"load", "attach", "detach", "unload", "quiesce"};
  return kPhases.contains(phase);
}

const ResultRow* find_row(const RunResult& result, const std::string& id) {
  for (const ResultRow& row : result.results) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

std::string parent_of(const std::string& id) { return id.substr(0, id.rfind('.')); }

// What is known of an experiment whose phase has no row.
std::string why_absent(const RunResult& result, const std::string& id) {
  const ResultRow* verdict = find_row(result, parent_of(id));
  if (verdict && !verdict->reason.empty()) {
    return fmt::format("{} is {}: {}", verdict->id, to_string(verdict->status), verdict->reason);
  }
  return fmt::format("the result has no row {}", id);
}

}  // namespace

std::string MetricId::mechanism() const {
  if (!row.starts_with(kSuitePrefix)) return "";
  const size_t begin = std::string(kSuitePrefix).size();
  const size_t end = row.find('.', begin);
  return end == std::string::npos ? "" : row.substr(begin, end - begin);
}

Expected<MetricId> parse_metric_id(const std::string& text) {
  const size_t dot = text.rfind('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size()) {
    return Error{0, fmt::format("'{}' names no metric of a row", text),
                 "for example: attach.fentry.detach.wall_ns", Exit::kUsage};
  }
  return MetricId{text.substr(0, dot), text.substr(dot + 1)};
}

std::string MetricValue::text() const {
  return human(value, unit) + (per_function ? " per function" : "");
}

Measured read_metric(const RunResult& result, const MetricId& id) {
  const ResultRow* row = find_row(result, id.row);
  if (!row) return {std::nullopt, why_absent(result, id.row)};
  auto found = row->metrics.find(id.metric);
  if (found == row->metrics.end()) {
    return {std::nullopt, fmt::format("{} has no metric {}", id.row, id.metric)};
  }
  const Metric& metric = found->second;
  if (metric.samples.empty()) {
    return {std::nullopt, fmt::format("{} was not measured: {}", id.text(), metric.reason)};
  }
  const ResultRow* verdict = find_row(result, parent_of(id.row));
  if (verdict && verdict->status != Status::kPass) {
    return {std::nullopt,
            fmt::format("{} is {}: {}", verdict->id, to_string(verdict->status), verdict->reason)};
  }
  MetricValue value{median(metric.samples), metric.unit, false, metric.better};
  const std::string phase = id.row.substr(id.row.rfind('.') + 1);
  if (verdict && verdict->counts && verdict->counts->attached > 0 && grows_with_functions(phase)) {
    value.value /= static_cast<double>(verdict->counts->attached);
    value.per_function = true;
  }
  return {value, ""};
}

Limit limit_from(const MetricValue& base, double percent, Direction direction) {
  const bool upwards = (direction == Direction::kWorse) == (base.better == Better::kLower);
  return {base.value * (1 + (upwards ? percent : -percent) / 100), direction};
}

bool is_changed(const MetricValue& value, const Limit& limit) {
  const bool upwards = (limit.direction == Direction::kWorse) == (value.better == Better::kLower);
  return upwards ? value.value > limit.value : value.value < limit.value;
}

}  // namespace trampcheck
