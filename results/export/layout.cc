#include "results/export/layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace trampcheck {
namespace {

// How many bytes of `text` go on a line of `columns`: up to the last blank that fits, or all that
// fits of a word that is longer than a line.
size_t line_length(std::string_view text, size_t columns) {
  if (text.size() <= columns) return text.size();
  size_t blank = text.rfind(' ', columns);
  return blank == std::string_view::npos || blank == 0 ? columns : blank;
}

std::vector<size_t> column_widths(const Table& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

// The first column and those from `begin` up to `end`.
Table some_columns(const Table& rows, size_t begin, size_t end) {
  Table part;
  for (const auto& row : rows) {
    part.push_back({row.front()});
    for (size_t i = begin; i < std::min(end, row.size()); ++i) part.back().push_back(row[i]);
  }
  return part;
}

// Whether tables of `share` columns each, beside the first, are all narrow enough.
bool fits(const std::vector<size_t>& widths, size_t share) {
  for (size_t begin = 1; begin < widths.size(); begin += share) {
    size_t width = widths[0] + 2;
    for (size_t i = begin; i < std::min(begin + share, widths.size()); ++i) width += widths[i] + 2;
    if (width > kTextColumns) return false;
  }
  return true;
}

std::string trimmed_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string plain(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c < ' ' || c > '~') c = '?';
  }
  return out;
}

void put_paragraph(std::string& out, std::string_view label, std::string_view text) {
  std::string safe = plain(text);
  std::string_view rest = safe;
  do {
    size_t length = line_length(rest, kTextColumns - kLabelColumns);
    out += trimmed_end(fmt::format("{:<{}}{}", label, kLabelColumns, rest.substr(0, length)));
    out += '\n';
    label = "";
    rest.remove_prefix(length);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  } while (!rest.empty());
}

void put_table(std::string& out, const Table& rows) {
  const std::vector<size_t> widths = column_widths(rows);
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += i == 0 ? fmt::format("  {:<{}}", row[i], widths[i])
                     : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    out += trimmed_end(line) + '\n';
  }
}

void put_wide_table(std::string& out, const Table& rows) {
  const std::vector<size_t> widths = column_widths(rows);
  if (widths.size() < 2) return put_table(out, rows);
  const size_t columns = widths.size() - 1;
  size_t tables = 1;
  size_t share = columns;
  while (share > 1 && !fits(widths, share)) {
    ++tables;
    share = (columns + tables - 1) / tables;
  }
  for (size_t begin = 1; begin < widths.size(); begin += share) {
    if (begin > 1) out += '\n';
    put_table(out, some_columns(rows, begin, begin + share));
  }
}

}  // namespace trampcheck
