// What the headline table answers.
#include <fmt/format.h>

#include "results/export/headline.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

std::optional<double> figure_of(const Matrix& matrix, const KernelRow& row, const char* mechanism,
                                Figure figure) {
  const Cell* cell = find_cell(matrix, row, mechanism);
  return cell ? cell->median_of(figure) : std::nullopt;
}

std::string factor_text(std::optional<double> singly, std::optional<double> batched) {
  if (!singly || !batched || *batched <= 0) return "-";
  const double factor = *singly / *batched;
  return factor < 99.95 ? fmt::format("{:.1f}x", factor) : fmt::format("{:.0f}x", factor);
}

std::string difference_text(std::optional<double> with, std::optional<double> without) {
  return with && without ? human_ns(*with - *without) : "-";
}

std::string change_text(std::optional<double> before, std::optional<double> after) {
  return before && after && *before > 0 ? percent_change(*before, *after) : "-";
}

bool says_something(const std::vector<std::string>& row) {
  for (size_t i = 1; i < row.size(); ++i) {
    if (row[i] != "-") return true;
  }
  return false;
}

// The rows that hold figures; nothing where none does.
void add_section(Document& document, const std::string& title, const Table& table) {
  Table rows = {table.front()};
  for (size_t i = 1; i < table.size(); ++i) {
    if (says_something(table[i])) rows.push_back(table[i]);
  }
  if (rows.size() > 1) document.push_back({title, rows, {}});
}

void add_batching(Document& document, const Matrix& matrix) {
  Table table = {{"kernel", "fentry attach", "fentry detach", "kprobe attach", "kprobe detach"}};
  for (const KernelRow& row : matrix.kernels) {
    table.push_back({row.label});
    for (const char* mechanism : {"fentry", "kprobe"}) {
      const std::string batched = std::string(mechanism) + "_multi";
      for (Figure figure : {Figure::kAttachCpu, Figure::kDetachCpu}) {
        table.back().push_back(factor_text(figure_of(matrix, row, mechanism, figure),
                                           figure_of(matrix, row, batched.c_str(), figure)));
      }
    }
  }
  add_section(document,
              "batching factor: cpu per function, fentry / fentry_multi and kprobe / kprobe_multi",
              table);
}

std::string step_text(const Matrix& matrix, size_t kernel, size_t mechanism, Figure cpu,
                      Figure wall) {
  const KernelRow& before = matrix.kernels[kernel - 1];
  const KernelRow& after = matrix.kernels[kernel];
  if (!alike(before, after)) return "-";
  auto change = [&](Figure figure) {
    return change_text(before.cells[mechanism].median_of(figure),
                       after.cells[mechanism].median_of(figure));
  };
  const std::string text = fmt::format("{} / {}", change(cpu), change(wall));
  return text == "- / -" ? "-" : text;
}

void add_steps(Document& document, const Matrix& matrix, const char* phase, Figure cpu,
               Figure wall) {
  if (matrix.kernels.size() < 2) return;
  Table table = {{"mechanism"}};
  for (size_t kernel = 1; kernel < matrix.kernels.size(); ++kernel) {
    table.front().push_back("to " + matrix.kernels[kernel].label);
  }
  for (size_t i = 0; i < matrix.mechanisms.size(); ++i) {
    table.push_back({matrix.mechanisms[i]});
    for (size_t kernel = 1; kernel < matrix.kernels.size(); ++kernel) {
      table.back().push_back(step_text(matrix, kernel, i, cpu, wall));
    }
  }
  add_section(document,
              fmt::format("step of {}: change from the kernel before in %, cpu / wall", phase),
              table);
}

// A step between kernels that attached other functions would mix two stories.
void add_refused_steps(Document& document, const Matrix& matrix) {
  Section section;
  for (size_t kernel = 1; kernel < matrix.kernels.size(); ++kernel) {
    const KernelRow& before = matrix.kernels[kernel - 1];
    const KernelRow& after = matrix.kernels[kernel];
    if (alike(before, after)) continue;
    section.notes.push_back({"no step", fmt::format("{} to {}: other domain, CPUs or functions",
                                                    before.label, after.label)});
  }
  if (!section.notes.empty()) document.push_back(section);
}

void add_bookkeeping(Document& document, const Matrix& matrix) {
  Table table = {{"kernel", "attach cpu", "attach wall", "detach cpu", "detach wall"}};
  for (const KernelRow& row : matrix.kernels) {
    table.push_back({row.label});
    for (Figure figure : kFigures) {
      table.back().push_back(difference_text(figure_of(matrix, row, "fentry", figure),
                                             figure_of(matrix, row, "fentry_prog", figure)));
    }
  }
  add_section(document, "ftrace bookkeeping: cost of a link, fentry minus fentry_prog", table);
}

}  // namespace

Document headline_answers(const Matrix& matrix) {
  Document document;
  add_batching(document, matrix);
  add_steps(document, matrix, "attach", Figure::kAttachCpu, Figure::kAttachWall);
  add_steps(document, matrix, "detach", Figure::kDetachCpu, Figure::kDetachWall);
  add_refused_steps(document, matrix);
  add_bookkeeping(document, matrix);
  return document;
}

}  // namespace trampcheck
