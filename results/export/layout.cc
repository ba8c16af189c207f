#include "results/export/layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace trampcheck {
namespace {

constexpr size_t kLabelColumns = 14;

// How many bytes of `text` go on a line of `columns`: up to the last blank that fits, or all that
// fits of a word that is longer than a line.
size_t line_length(std::string_view text, size_t columns) {
  if (text.size() <= columns) return text.size();
  size_t blank = text.rfind(' ', columns);
  return blank == std::string_view::npos || blank == 0 ? columns : blank;
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

void put_table(std::string& out, const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += i == 0 ? fmt::format("  {:<{}}", row[i], widths[i])
                     : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    out += trimmed_end(line) + '\n';
  }
}

}  // namespace trampcheck
