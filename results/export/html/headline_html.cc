#include "results/export/html/headline_html.h"

#include <fmt/format.h>

#include <map>

#include "results/export/escape.h"
#include "results/export/html/page.h"

namespace trampcheck {
namespace {

// From here on a phase waits at least as long as it works.
constexpr double kApart = 2;

struct Place {
  size_t kernel = 0;
  size_t mechanism = 0;
};

const std::string& text_at(const Section& figures, const Place& place) {
  return figures.table[place.kernel + 1][place.mechanism + 1];
}

std::string cell_html(const Matrix& matrix, const HeadlineParts& parts, const Place& place,
                      Figure cpu, Figure wall) {
  const std::string& first = text_at(parts.figures[static_cast<size_t>(cpu)], place);
  const std::string& second = text_at(parts.figures[static_cast<size_t>(wall)], place);
  const Cell& cell = matrix.kernels[place.kernel].cells[place.mechanism];
  if (!cell.median_of(cpu)) return note_cell_html(first);
  if (first == second) return fmt::format("<td>{}</td>", xml_escape(first));
  const auto working = cell.median_of(cpu);
  const auto passing = cell.median_of(wall);
  const bool apart = passing && *passing >= kApart * *working;
  return fmt::format("<td>{}<small{}>{}</small></td>", xml_escape(first),
                     apart ? " class=\"apart\"" : "", xml_escape(second));
}

std::string table_of(const Matrix& matrix, const HeadlineParts& parts, const char* phase,
                     Figure cpu, Figure wall) {
  const bool kernels_down = matrix.kernels.size() >= matrix.mechanisms.size();
  const size_t rows = kernels_down ? matrix.kernels.size() : matrix.mechanisms.size();
  const size_t columns = kernels_down ? matrix.mechanisms.size() : matrix.kernels.size();
  auto name = [&](bool kernel, size_t i) {
    return xml_escape(kernel ? matrix.kernels[i].label : matrix.mechanisms[i]);
  };
  std::string out = fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{} per function\">"
      "<table>\n<thead><tr><th scope=\"col\">{}</th>",
      phase, phase);
  for (size_t i = 0; i < columns; ++i) {
    out += fmt::format("<th scope=\"col\">{}</th>", name(!kernels_down, i));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (size_t row = 0; row < rows; ++row) {
    out += fmt::format("<tr><th scope=\"row\">{}</th>", name(kernels_down, row));
    for (size_t column = 0; column < columns; ++column) {
      const Place place = kernels_down ? Place{row, column} : Place{column, row};
      out += cell_html(matrix, parts, place, cpu, wall);
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

bool has_figures(const Matrix& matrix) {
  for (const KernelRow& row : matrix.kernels) {
    for (const Cell& cell : row.cells) {
      for (Figure figure : kFigures) {
        if (cell.median_of(figure)) return true;
      }
    }
  }
  return false;
}

// "fentry_multi" and "SKIP on 5.10.262, 6.1.192: reason".
std::vector<Note> reasons_of(const Matrix& matrix) {
  std::vector<Note> notes;
  for (size_t column = 0; column < matrix.mechanisms.size(); ++column) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> kernels;
    for (const KernelRow& row : matrix.kernels) {
      const Cell& cell = row.cells[column];
      if (!cell.status || cell.sound()) continue;
      kernels[{to_string(*cell.status), cell.reason}].push_back(row.label);
    }
    for (const auto& [why, labels] : kernels) {
      notes.push_back(
          {matrix.mechanisms[column],
           fmt::format("{} on {}: {}", why.first, fmt::join(labels, ", "), why.second)});
    }
  }
  return notes;
}

}  // namespace

std::string headline_tables_html(const Matrix& matrix, const HeadlineParts& parts) {
  if (!has_figures(matrix)) return "";
  return paragraph("soft",
                   "Time on a CPU for each function; below it wall time where that reads "
                   "otherwise, bold where at least half of it is waiting.") +
         heading(3, "", "attach") +
         table_of(matrix, parts, "attach", Figure::kAttachCpu, Figure::kAttachWall) +
         heading(3, "", "detach") +
         table_of(matrix, parts, "detach", Figure::kDetachCpu, Figure::kDetachWall);
}

std::string headline_notes_html(const Matrix& matrix, const HeadlineParts& parts) {
  const std::string common = notes_html(parts.common.notes);
  return (has_figures(matrix) ? notes_html(parts.below.notes) : notes_html(reasons_of(matrix))) +
         common;
}

}  // namespace trampcheck
