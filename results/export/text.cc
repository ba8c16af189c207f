#include "results/export/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "results/export/describe.h"
#include "results/export/groups.h"
#include "results/export/layout.h"
#include "results/export/scale.h"
#include "results/export/text_row.h"
#include "results/export/units.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

std::string known(const std::string& text) { return text.empty() ? "unknown" : text; }

size_t most_rounds(const RunResult& result) {
  size_t rounds = 0;
  for (const ResultRow& row : result.results) rounds = std::max(rounds, rounds_of(row));
  return rounds;
}

std::string functions_text(const RunResult& result) {
  if (!result.functions) return "not chosen: the run ended before";
  const FunctionSet& set = *result.functions;
  std::string text = fmt::format("{} chosen of {} available", set.chosen, set.available);
  const char* separator = "; excluded: ";
  for (const auto& [reason, count] : set.excluded) {
    text += fmt::format("{}{} {}", separator, reason, count);
    separator = ", ";
  }
  if (!set.lost.empty()) text += fmt::format("; {} lost from the saved set", set.lost.size());
  return text;
}

void put_header(std::string& out, const RunResult& result) {
  const Context& context = result.context;
  put_paragraph(out, "kernel",
                fmt::format("{} {}", known(context.kernel.release), context.kernel.arch));
  put_paragraph(out, "domain", domain_text(context.domain, context.kernel.cpus_online));
  put_paragraph(out, "functions", functions_text(result));
  put_paragraph(out, "rounds", fmt::format("{}, seed {}", most_rounds(result), context.seed));
}

std::string median_text(const ResultRow& row, const std::string& name) {
  const Metric* metric = measured(row, name);
  return metric ? human(median(metric->samples), metric->unit) : "-";
}

// Phases whose cost grows with the number of functions.
bool grows_with_functions(const std::string& phase) {
  static const std::set<std::string> kPhases = {"load", "attach", "detach", "unload", "quiesce"};
  return kPhases.contains(phase);
}

std::string per_function_text(const Phase& phase, const std::string& name, const Group& group) {
  const Metric* metric = measured(*phase.row, name);
  bool divisible = group.verdict && group.verdict->counts && group.verdict->counts->attached > 0;
  if (!metric || !divisible || !grows_with_functions(phase.name)) return "-";
  auto attached = static_cast<double>(group.verdict->counts->attached);
  return human(median(metric->samples) / attached, metric->unit);
}

void put_phases(std::string& out, const Group& group) {
  if (group.phases.empty()) return;
  std::vector<std::vector<std::string>> rows = {
      {"phase", "wall", "cpu", "blocked", "tsc", "wall/fn", "cpu/fn"}};
  for (const Phase& phase : group.phases) {
    rows.push_back({plain(phase.name).substr(0, 24), median_text(*phase.row, "wall_ns"),
                    median_text(*phase.row, "cpu_ns"), median_text(*phase.row, "blocked_ns"),
                    median_text(*phase.row, "tsc"), per_function_text(phase, "wall_ns", group),
                    per_function_text(phase, "cpu_ns", group)});
  }
  put_table(out, rows);
}

// Only a command's time is known to this by halves.
void put_halves(std::string& out, const Phase& phase) {
  if (!measured(*phase.row, "user_ns") || !measured(*phase.row, "system_ns")) return;
  put_paragraph(out, "  of cpu",
                fmt::format("user {}, system {}", median_text(*phase.row, "user_ns"),
                            median_text(*phase.row, "system_ns")));
}

// A phase speaks beside its row only where it has more to say than its figures.
void put_phase_notes(std::string& out, const Phase& phase) {
  if (phase.row->status != Status::kDone && phase.row->status != Status::kPass) {
    put_paragraph(out, "  " + plain(phase.name).substr(0, 10), status_text(*phase.row));
  }
  put_halves(out, phase);
  put_row_notes(out, *phase.row);
}

void put_group(std::string& out, const Group& group) {
  out += '\n';
  out += plain(group.id).substr(0, kTextColumns) + "\n";
  put_phases(out, group);
  for (const Phase& phase : group.phases) put_phase_notes(out, phase);
  if (group.verdict) {
    put_row_notes(out, *group.verdict);
    put_paragraph(out, "  verdict", status_text(*group.verdict));
  }
}

// Once for the run, not once a phase: "cycles_k, cycles_u: no PMU".
void put_unmeasured(std::string& out, const RunResult& result) {
  std::map<std::string, std::set<std::string>> names_by_reason;
  for (const ResultRow& row : result.results) {
    for (const auto& [name, metric] : row.metrics) {
      if (metric.samples.empty()) names_by_reason[metric.reason].insert(name);
    }
  }
  for (const auto& [reason, names] : names_by_reason) {
    put_paragraph(out, "not measured", fmt::format("{}: {}", fmt::join(names, ", "), reason));
  }
}

}  // namespace

std::string text_table(const RunResult& result) {
  std::string out;
  put_header(out, result);
  for (const Group& group : group_rows(result)) put_group(out, group);
  out += scale_text(result);
  out += '\n';
  put_unmeasured(out, result);
  if (!result.complete) {
    put_paragraph(out, "incomplete", "the run was interrupted or died; what there is stands");
  }
  put_paragraph(out, "result", to_string(overall(result)));
  return out;
}

}  // namespace trampcheck
