#include "results/export/headline.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/groups.h"
#include "results/export/layout.h"
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
  void put(std::string& out) const {
    for (size_t i = 0; i < texts_.size(); ++i) {
      put_paragraph(out, fmt::format("  [{}]", i + 1), texts_[i]);
    }
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

void put_figure(std::string& out, const Matrix& matrix, Figure figure, Footnotes& notes) {
  std::vector<std::vector<std::string>> rows = {{"kernel"}};
  for (const std::string& mechanism : matrix.mechanisms) {
    rows.front().push_back(plain(mechanism).substr(0, 24));
  }
  for (const KernelRow& row : matrix.kernels) {
    rows.push_back({plain(row.label).substr(0, 40)});
    for (const Cell& cell : row.cells) rows.back().push_back(cell_text(cell, figure, notes));
  }
  out += fmt::format("\n{}\n", kTitles[static_cast<size_t>(figure)]);
  put_wide_table(out, rows);
}

std::string boot_label(const KernelRow& row, const LoadedResult& boot) {
  if (row.boots.size() == 1) return row.label;
  const auto& vm = boot.result.context.vm;
  return fmt::format("{} boot {}", row.label, vm ? vm->boot + 1 : 1);
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

void put_verdicts(std::string& out, const Matrix& matrix) {
  const std::vector<std::string> faults = other_faults(matrix);
  for (size_t i = 0; i < std::min(kShownFaults, faults.size()); ++i) {
    put_paragraph(out, "not fine", faults[i]);
  }
  if (faults.size() > kShownFaults) {
    put_paragraph(out, "not fine", fmt::format("... {} more", faults.size() - kShownFaults));
  }
  RunResult all;  // for the gravest status of all
  for (const KernelRow& row : matrix.kernels) {
    for (const LoadedResult* boot : row.boots) {
      all.results.push_back({.id = "boot", .status = overall(boot->result)});
    }
  }
  put_paragraph(out, "result", to_string(overall(all)));
}

}  // namespace

std::string headline_text(const Matrix& matrix) {
  std::string out;
  std::string differing;
  put_paragraph(
      out, "kernels",
      fmt::format("{}; figures are medians over all rounds and boots", matrix.kernels.size()));
  put_conditions(out, differing, matrix);
  Footnotes notes;
  if (!matrix.mechanisms.empty()) {
    for (Figure figure : kFigures) put_figure(out, matrix, figure, notes);
  }
  std::string below;
  notes.put(below);
  below += differing;
  if (!below.empty()) out += '\n' + below;
  put_answers(out, matrix);
  out += '\n';
  put_verdicts(out, matrix);
  return out;
}

}  // namespace trampcheck
