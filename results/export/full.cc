#include "results/export/full.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "results/export/describe.h"
#include "results/export/groups.h"
#include "results/export/row_notes.h"
#include "results/export/scale.h"
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

Table phase_table(const Group& group) {
  if (group.phases.empty()) return {};
  Table rows = {{"phase", "wall", "cpu", "blocked", "tsc", "wall/fn", "cpu/fn"}};
  for (const Phase& phase : group.phases) {
    rows.push_back({phase.name, median_text(*phase.row, "wall_ns"),
                    median_text(*phase.row, "cpu_ns"), median_text(*phase.row, "blocked_ns"),
                    median_text(*phase.row, "tsc"), per_function_text(phase, "wall_ns", group),
                    per_function_text(phase, "cpu_ns", group)});
  }
  return rows;
}

void append(std::vector<Note>& notes, std::vector<Note> more) {
  for (Note& note : more) notes.push_back(std::move(note));
}

// Only a command's time is known to this by halves.
std::vector<Note> halves(const ResultRow& row) {
  if (!measured(row, "user_ns") || !measured(row, "system_ns")) return {};
  return {{"of cpu", fmt::format("user {}, system {}", median_text(row, "user_ns"),
                                 median_text(row, "system_ns"))}};
}

// Once for the run, not once a phase: "cycles_k, cycles_u: no PMU".
std::vector<Note> unmeasured(const RunResult& result) {
  std::map<std::string, std::set<std::string>> names_by_reason;
  for (const ResultRow& row : result.results) {
    for (const auto& [name, metric] : row.metrics) {
      if (metric.samples.empty()) names_by_reason[metric.reason].insert(name);
    }
  }
  std::vector<Note> notes;
  notes.reserve(names_by_reason.size());
  for (const auto& [reason, names] : names_by_reason) {
    notes.push_back({"not measured", fmt::format("{}: {}", fmt::join(names, ", "), reason)});
  }
  return notes;
}

}  // namespace

std::vector<Note> run_notes(const RunResult& result) {
  const Context& context = result.context;
  return {{"kernel", fmt::format("{} {}", known(context.kernel.release), context.kernel.arch)},
          {"domain", domain_text(context.domain, context.kernel.cpus_online)},
          {"functions", functions_text(result)},
          {"rounds", fmt::format("{}, seed {}", most_rounds(result), context.seed)}};
}

// A phase speaks beside its row only where it has more to say than its figures.
Section experiment_section(const Group& group) {
  Section section{group.id, phase_table(group), {}};
  for (const Phase& phase : group.phases) {
    if (phase.row->status != Status::kDone && phase.row->status != Status::kPass) {
      section.notes.push_back({phase.name, status_text(*phase.row)});
    }
    append(section.notes, halves(*phase.row));
    append(section.notes, row_notes(*phase.row));
  }
  if (group.verdict) {
    append(section.notes, row_notes(*group.verdict));
    section.notes.push_back({"verdict", status_text(*group.verdict)});
  }
  return section;
}

std::vector<Note> closing_notes(const RunResult& result) {
  std::vector<Note> notes = unmeasured(result);
  if (!result.complete) {
    notes.push_back({"incomplete", "the run was interrupted or died; what there is stands"});
  }
  notes.push_back({"result", to_string(overall(result))});
  return notes;
}

Document full_document(const RunResult& result) {
  Document document = {{"", {}, run_notes(result)}};
  for (const Group& group : group_rows(result)) document.push_back(experiment_section(group));
  for (Section& section : scale_sections({&result})) document.push_back(std::move(section));
  document.push_back({"", {}, closing_notes(result)});
  return document;
}

}  // namespace trampcheck
