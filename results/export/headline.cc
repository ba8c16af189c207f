#include "results/export/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "results/export/groups.h"
#include "results/export/scale.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

constexpr const char* kTitles[] = {"attach, cpu per function", "attach, wall per function",
                                   "detach, cpu per function", "detach, wall per function"};
constexpr size_t kShownFaults = 20;

// Reasons by number, in the order of the cells they explain; equal reasons share one.
class Footnotes {
 public:
  std::string mark(Status status, const std::string& reason) {
    const std::string text = fmt::format("{}: {}", to_string(status), reason);
    auto found = std::find(texts_.begin(), texts_.end(), text);
    if (found == texts_.end()) found = texts_.insert(found, text);
    return fmt::format("[{}]", found - texts_.begin() + 1);
  }
  std::vector<Note> notes() const {
    std::vector<Note> notes;
    for (const std::string& text : texts_) {
      notes.push_back({fmt::format("[{}]", notes.size() + 1), text});
    }
    return notes;
  }

 private:
  std::vector<std::string> texts_;
};

std::string cell_text(const Cell& cell, Figure figure, Footnotes& notes) {
  if (!cell.status) return "not run";
  if (*cell.status == Status::kSkip) return "- " + notes.mark(*cell.status, cell.reason);
  if (!cell.sound()) {
    return fmt::format("{} {}", to_string(*cell.status), notes.mark(*cell.status, cell.reason));
  }
  auto ns = cell.median_of(figure);
  return ns ? human_ns(*ns) : "no figure";
}

Section figure_section(const Matrix& matrix, Figure figure, Footnotes& notes) {
  Section section{kTitles[static_cast<size_t>(figure)], {{"kernel"}}, {}};
  Table& rows = section.table;
  rows.front().insert(rows.front().end(), matrix.mechanisms.begin(), matrix.mechanisms.end());
  for (const KernelRow& row : matrix.kernels) {
    rows.push_back({row.label});
    for (const Cell& cell : row.cells) rows.back().push_back(cell_text(cell, figure, notes));
  }
  return section;
}

std::string boot_label(const KernelRow& row, const LoadedResult& boot) {
  if (row.boots.size() == 1) return row.label;
  auto number = [](const LoadedResult& one) {
    const auto& vm = one.result.context.vm;
    return vm ? vm->boot + 1 : 1;
  };
  const auto alike =
      std::count_if(row.boots.begin(), row.boots.end(),
                    [&](const LoadedResult* one) { return number(*one) == number(boot); });
  // Of several commands.
  const std::string where = alike > 1 ? fmt::format(" ({})", boot.path) : "";
  return fmt::format("{} boot {}{}", row.label, number(boot), where);
}

bool is_fault(Status status) {
  return status == Status::kFail || status == Status::kError || status == Status::kMiss;
}

bool has_cell(const Matrix& matrix, const std::string& id) {
  return std::any_of(matrix.mechanisms.begin(), matrix.mechanisms.end(),
                     [&](const std::string& mechanism) { return id == "attach." + mechanism; });
}

// Faults of rows that have no cell: the guest itself, other suites, parts of the set.
std::vector<std::string> other_faults(const Matrix& matrix) {
  std::vector<std::string> faults;
  for (const KernelRow& row : matrix.kernels) {
    for (const LoadedResult* boot : row.boots) {
      const std::string label = boot_label(row, *boot);
      for (const ResultRow& result : boot->result.results) {
        if (!is_fault(result.status) || has_cell(matrix, result.id)) continue;
        faults.push_back(fmt::format("{}: {} {}: {}", label, result.id, to_string(result.status),
                                     result.reason));
      }
      if (!boot->result.complete) {
        faults.push_back(fmt::format("{}: interrupted or died; what there is stands", label));
      }
    }
  }
  return faults;
}

Section verdicts(const Matrix& matrix) {
  Section section;
  const std::vector<std::string> faults = other_faults(matrix);
  for (size_t i = 0; i < std::min(kShownFaults, faults.size()); ++i) {
    section.notes.push_back({"not fine", faults[i]});
  }
  if (faults.size() > kShownFaults) {
    section.notes.push_back({"not fine", fmt::format("... {} more", faults.size() - kShownFaults)});
  }
  RunResult all;  // for the gravest status of all
  for (const KernelRow& row : matrix.kernels) {
    for (const LoadedResult* boot : row.boots) {
      all.results.push_back({.id = "boot", .status = overall(boot->result)});
    }
  }
  section.notes.push_back({"result", to_string(overall(all))});
  return section;
}

std::set<std::string> mechanisms_by_size(const Matrix& matrix) {
  std::set<std::string> mechanisms;
  for (const KernelRow& row : matrix.kernels) {
    for (const ScaleCurve& curve : scale_curves(row.runs())) mechanisms.insert(curve.mechanism);
  }
  return mechanisms;
}

bool was_skipped(const Group& group) {
  return group.verdict && group.verdict->status == Status::kSkip;
}

// What some kernel measured by size and another was not able to: without it the missing table could
// be one that was forgotten.
Section lacking(const Matrix& matrix) {
  const std::set<std::string> by_size = mechanisms_by_size(matrix);
  Section section;
  std::set<std::string> said;  // by one boot or more
  for (const KernelRow& row : matrix.kernels) {
    for (const RunResult* run : row.runs()) {
      for (const Group& group : group_rows(*run)) {
        const std::string mechanism = plain_mechanism(group);
        if (!was_skipped(group) || !by_size.contains(mechanism)) continue;
        if (find_cell(matrix, row, mechanism)) continue;
        const std::string text = fmt::format("{}: {}: {}: {}", row.label, mechanism,
                                             to_string(Status::kSkip), group.verdict->reason);
        if (said.insert(text).second) section.notes.push_back({"not measured", text});
      }
    }
  }
  return section;
}

// What was measured at several sizes: a table for each kernel and mechanism, and what is lacking.
Document by_size(const Matrix& matrix) {
  Document document;
  for (const KernelRow& row : matrix.kernels) {
    for (Section& section : scale_sections(row.runs())) {
      section.title = row.label + ": " + section.title;
      document.push_back(std::move(section));
    }
  }
  if (Section absent = lacking(matrix); !absent.notes.empty()) {
    document.push_back(std::move(absent));
  }
  return document;
}

}  // namespace

Section verdict_section(const Matrix& matrix) {
  Section section{
      "per function",
      {{"mechanism", "attach cpu", "attach wall", "detach cpu", "detach wall", "verdict"}},
      {}};
  for (size_t i = 0; i < matrix.mechanisms.size(); ++i) {
    const Cell& cell = matrix.kernels.front().cells[i];
    std::vector<std::string> row = {matrix.mechanisms[i]};
    for (Figure figure : kFigures) {
      auto ns = cell.median_of(figure);
      row.push_back(ns ? human_ns(*ns) : "-");
    }
    const std::string word = cell.status ? to_string(*cell.status) : "not run";
    row.push_back(cell.reason.empty() ? word : word + ": " + cell.reason);
    section.table.push_back(std::move(row));
  }
  return section;
}

std::string kernels_counted(const Matrix& matrix, std::string_view noun) {
  std::set<std::string> releases;
  for (const KernelRow& row : matrix.kernels) releases.insert(row.context().kernel.release);
  std::string words = fmt::format("{}{}", releases.size(), noun);
  if (releases.size() != matrix.kernels.size()) {
    words += fmt::format(" in {} settings", matrix.kernels.size());
  }
  return words;
}

HeadlineParts headline_parts(const Matrix& matrix) {
  HeadlineParts parts;
  const Conditions conditions = conditions_of(matrix);
  parts.common.notes = {{"kernels", fmt::format("{}; figures are medians over all rounds and boots",
                                                kernels_counted(matrix))}};
  parts.common.notes.insert(parts.common.notes.end(), conditions.common.begin(),
                            conditions.common.end());
  parts.sizes = by_size(matrix);
  Footnotes footnotes;
  if (matrix.mechanisms.empty()) {
    parts.common.notes.push_back({"no table", parts.sizes.empty()
                                                  ? "no mechanism attached the whole set"
                                                  : "the mechanisms attached parts of the set"});
  } else {
    for (Figure figure : kFigures) {
      parts.figures.push_back(figure_section(matrix, figure, footnotes));
    }
  }
  parts.below.notes = footnotes.notes();
  parts.below.notes.insert(parts.below.notes.end(), conditions.differing.begin(),
                           conditions.differing.end());
  parts.answers = headline_answers(matrix);
  parts.verdicts = verdicts(matrix);
  return parts;
}

Document headline(const Matrix& matrix) {
  HeadlineParts parts = headline_parts(matrix);
  Document document = {std::move(parts.common)};
  for (Section& figures : parts.figures) document.push_back(std::move(figures));
  document.push_back(std::move(parts.below));
  for (Section& sizes : parts.sizes) document.push_back(std::move(sizes));
  for (Section& answer : parts.answers) document.push_back(std::move(answer));
  document.push_back(std::move(parts.verdicts));
  return document;
}

std::string headline_text(const Matrix& matrix) { return document_text(headline(matrix)); }

}  // namespace trampcheck
