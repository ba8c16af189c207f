#include "results/export/escape.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr const char* kReplacement = "\xef\xbf\xbd";  // U+FFFD

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string xml_char(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\t':
    case '\n':
    case '\r':
      return fmt::format("&#{};", static_cast<int>(c));
    default:
      return static_cast<unsigned char>(c) < 0x20 ? kReplacement : std::string(1, c);
  }
}

}  // namespace

// The JSON library knows UTF-8 well: its writer replaces what is none.
std::string valid_utf8(std::string_view text) {
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace))
      .get<std::string>();
}

std::string one_line(std::string_view text) {
  std::string out = valid_utf8(text);
  replace_all(out, "\xe2\x80\xa8", " ");  // U+2028
  replace_all(out, "\xe2\x80\xa9", " ");  // U+2029
  replace_all(out, "\xc2\x85", " ");      // U+0085
  for (char& c : out) {
    if (is_control(c)) c = ' ';
  }
  return out;
}

std::string xml_escape(std::string_view text) {
  std::string out;
  for (char c : valid_utf8(text)) out += xml_char(c);
  replace_all(out, "\xef\xbf\xbe", kReplacement);  // U+FFFE and U+FFFF are no characters of XML
  replace_all(out, "\xef\xbf\xbf", kReplacement);
  return out;
}

std::string csv_field(std::string_view text) {
  std::string out = valid_utf8(text);
  const bool blank_edge = !out.empty() && (out.front() == ' ' || out.back() == ' ');
  if (!blank_edge && out.find_first_of(",\"\r\n") == std::string::npos) return out;
  replace_all(out, "\"", "\"\"");
  return "\"" + out + "\"";
}

std::string markdown_escape(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*[]|~#$";
  const std::string line = one_line(text);
  std::string out;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    // Between letters an underscore is no emphasis: names stay readable as they are.
    const bool within_word =
        i > 0 && i + 1 < line.size() && is_word(line[i - 1]) && is_word(line[i + 1]);
    if (c == '&' || c == '<' || c == '>') {
      out += xml_char(c);
    } else if (kMarkup.find(c) != std::string_view::npos || (c == '_' && !within_word)) {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace trampcheck
