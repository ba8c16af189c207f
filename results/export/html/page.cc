#include "results/export/html/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "results/export/escape.h"

namespace trampcheck {
namespace {

// The number of "[1]", "- [12]"; empty where the text does not end so.
std::string note_number(std::string_view text) {
  if (!text.ends_with(']')) return "";
  const size_t open = text.rfind('[');
  if (open == std::string_view::npos || open + 2 == text.size()) return "";
  const std::string_view number = text.substr(open + 1, text.size() - open - 2);
  return number.find_first_not_of("0123456789") == std::string_view::npos ? std::string(number)
                                                                          : "";
}

const char* change_class(std::string_view change, double marked_percent) {
  if (change.empty() || (change[0] != '+' && change[0] != '-')) return "";
  const double percent = std::strtod(std::string(change).c_str(), nullptr);
  if (std::fabs(percent) < marked_percent) return "";
  return percent > 0 ? "dearer" : "cheaper";
}

// "+12.3 / -4.5", each part marked by itself.
std::string changes_html(std::string_view changes, double marked_percent) {
  constexpr std::string_view kBetween = " / ";
  std::string out;
  for (;;) {
    const size_t end = std::min(changes.find(kBetween), changes.size());
    const std::string_view change = changes.substr(0, end);
    const std::string text = xml_escape(change);
    const char* css_class = change_class(change, marked_percent);
    out += *css_class ? fmt::format("<span class=\"{}\">{}</span>", css_class, text) : text;
    if (end == changes.size()) return out;
    out += kBetween;
    changes.remove_prefix(end + kBetween.size());
  }
}

std::string cell_html(const std::string& cell, double marked_percent) {
  if (marked_percent <= 0 || cell.find_first_of("+-") != 0) return note_cell_html(cell);
  return fmt::format("<td>{}</td>", changes_html(cell, marked_percent));
}

void put_note(std::string& out, const Note& note) {
  const std::string number = note_number(note.label);
  const std::string id = number.empty() ? "" : fmt::format(" id=\"why-{}\"", number);
  out +=
      fmt::format("<dt{}>{}</dt><dd>{}</dd>\n", id, xml_escape(note.label), xml_escape(note.text));
}

}  // namespace

std::string page_html(const PageParts& parts) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{}</title>\n"
      "<style>\n{}</style>\n{}</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
      xml_escape(parts.title), kPageStyle, parts.head, parts.body);
}

std::string paragraph(std::string_view css_class, std::string_view text) {
  return fmt::format("<p class=\"{}\">{}</p>\n", css_class, xml_escape(text));
}

std::string heading(int level, std::string_view id, std::string_view text) {
  const std::string attribute = id.empty() ? "" : fmt::format(" id=\"{}\"", xml_escape(id));
  return fmt::format("<h{}{}>{}</h{}>\n", level, attribute, xml_escape(text), level);
}

std::string status_badge(Status status) {
  return fmt::format("<strong class=\"badge {}\">{}</strong>", to_string(status),
                     to_string(status));
}

std::string note_cell_html(const std::string& cell) {
  const size_t line = cell.find('\n');
  if (line != std::string::npos) {
    return fmt::format("<td>{}<small>{}</small></td>", xml_escape(cell.substr(0, line)),
                       xml_escape(cell.substr(line + 1)));
  }
  const std::string number = note_number(cell);
  if (number.empty()) return fmt::format("<td>{}</td>", xml_escape(cell));
  const std::string word = cell.substr(0, cell.rfind('['));
  return fmt::format(R"(<td class="none">{}<a href="#why-{}">[{}]</a></td>)", xml_escape(word),
                     number, number);
}

std::string table_html(const Table& table, std::string_view label, double marked_percent) {
  if (table.empty()) return "";
  std::string out = fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table>\n<thead><tr>",
      xml_escape(label));
  for (const std::string& cell : table.front()) {
    out += fmt::format("<th scope=\"col\">{}</th>", xml_escape(cell));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (size_t row = 1; row < table.size(); ++row) {
    out += fmt::format("<tr><th scope=\"row\">{}</th>", xml_escape(table[row].front()));
    for (size_t i = 1; i < table[row].size(); ++i) out += cell_html(table[row][i], marked_percent);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

std::string notes_html(const std::vector<Note>& notes) {
  if (notes.empty()) return "";
  std::string out = "<dl>\n";
  for (const Note& note : notes) put_note(out, note);
  return out + "</dl>\n";
}

std::string section_html(const Section& section, int level) {
  std::string out;
  if (!section.title.empty()) out += heading(level, "", section.title);
  return out + table_html(section.table, section.title) + notes_html(section.notes);
}

std::string folded(std::string_view summary, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", xml_escape(summary),
                     content);
}

}  // namespace trampcheck
