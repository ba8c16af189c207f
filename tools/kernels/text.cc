#include "tools/kernels/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace trampcheck {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  return result;
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = 0; (at = text.find_first_not_of(kBlank, at)) != std::string_view::npos;) {
    size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string_view trim(std::string_view text) {
  size_t start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlank) - start + 1);
}

std::string last_line(std::string_view text) {
  text = trim(text);
  size_t end = text.rfind('\n');
  return std::string(trim(end == std::string_view::npos ? text : text.substr(end + 1)));
}

std::string megabytes(uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::string Stanza::get(const std::string& name) const {
  auto field = fields.find(name);
  return field == fields.end() ? "" : field->second;
}

std::vector<Stanza> parse_stanzas(std::string_view text) {
  std::vector<Stanza> stanzas;
  Stanza current;
  std::string* value = nullptr;
  auto finish = [&] {
    if (!current.fields.empty()) stanzas.push_back(std::move(current));
    current = {};
    value = nullptr;
  };
  for (std::string_view line : split_lines(text)) {
    if (line.starts_with('#')) continue;
    if (trim(line).empty()) {
      finish();
    } else if (line[0] == ' ' || line[0] == '\t') {
      if (value) value->append("\n").append(line);
    } else if (size_t colon = line.find(':'); colon != std::string_view::npos) {
      value = &current.fields[lower(trim(line.substr(0, colon)))];
      *value = trim(line.substr(colon + 1));
    }
  }
  finish();
  return stanzas;
}

}  // namespace trampcheck
