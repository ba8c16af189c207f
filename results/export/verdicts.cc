#include "results/export/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/export/escape.h"
#include "results/export/row_notes.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

// Choosing functions is part of the run, not an experiment.
bool is_discovery(const Group& group) {
  return !group.verdict && group.phases.size() == 1 && group.phases.front().name == "discover";
}

void add_medians(std::vector<Median>& medians, const std::string& prefix, const ResultRow& row) {
  for (const auto& [name, metric] : row.metrics) {
    if (metric.samples.empty()) continue;
    medians.push_back({prefix + name, median(metric.samples), metric.unit, metric.samples.size()});
  }
}

}  // namespace

std::vector<Verdict> verdicts_of(const RunResult& result) {
  std::vector<Verdict> verdicts;
  for (const Group& group : group_rows(result)) {
    if (is_discovery(group)) continue;
    Verdict verdict{group.id, Status::kMiss, "ended before its verdict", group};
    if (group.verdict) {
      verdict.status = group.verdict->status;
      verdict.reason = group.verdict->reason;
    }
    verdicts.push_back(std::move(verdict));
  }
  Verdict complete{"complete", Status::kPass, "", {}};
  if (!result.complete) {
    complete.status = Status::kMiss;
    complete.reason = "the run was interrupted or died; what there is stands";
  } else if (result.results.empty()) {
    complete.status = overall(result);
    complete.reason = "it holds no results";
  }
  verdicts.push_back(std::move(complete));
  return verdicts;
}

std::vector<std::string> evidence_of(const Verdict& verdict) {
  std::vector<std::string> lines;
  auto add = [&](const ResultRow& row) {
    for (const Note& note : row_notes(row)) {
      lines.push_back(one_line(fmt::format("{}: {}", note.label, note.text)));
    }
  };
  for (const Phase& phase : verdict.group.phases) add(*phase.row);
  if (verdict.group.verdict) add(*verdict.group.verdict);
  return lines;
}

std::vector<Median> medians_of(const Group& group) {
  std::vector<Median> medians;
  if (!has_figures(group)) return medians;
  if (group.verdict) add_medians(medians, "", *group.verdict);
  for (const Phase& phase : group.phases) add_medians(medians, phase.name + ".", *phase.row);
  return medians;
}

std::string median_text(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

}  // namespace trampcheck
