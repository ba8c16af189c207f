#include "results/base/json_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr const char* kRemedy = "take another copy of the file, or run again";

// How deep brackets nest outside of strings. Says nothing about whether the text is JSON.
int nesting_depth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '[' || c == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!in_string && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return deepest;
}

// The library's own message quotes the text, which may hold anything; say the place instead.
std::string describe(size_t byte, std::string_view text) {
  if (byte == 0 || byte > text.size()) return fmt::format("at byte {} it ends early", text.size());
  auto c = static_cast<unsigned char>(text[byte - 1]);
  if (c > ' ' && c < 0x7f)
    return fmt::format("at byte {} '{:c}' is out of place", byte, text[byte - 1]);
  return fmt::format("at byte {} 0x{:02x} is out of place", byte, c);
}

std::string scalar_text(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool all_numbers(const json& array) {
  return std::all_of(array.begin(), array.end(), [](const json& item) { return item.is_number(); });
}

void write(std::string& out, const json& value, int depth);

void new_line(std::string& out, int depth) {
  out += '\n';
  out.append(static_cast<size_t>(depth), ' ');
}

void write_array(std::string& out, const json& array, int depth) {
  bool one_line = all_numbers(array);
  const char* separator = "";
  out += '[';
  for (const json& item : array) {
    out += separator;
    separator = one_line ? ", " : ",";
    if (!one_line) new_line(out, depth + 1);
    write(out, item, depth + 1);
  }
  if (!one_line) new_line(out, depth);
  out += ']';
}

void write_member(std::string& out, const std::string& key, const json& value, int depth) {
  if (out.back() != '{') out += ',';
  new_line(out, depth);
  out += scalar_text(key) + ": ";
  write(out, value, depth);
}

void write_object(std::string& out, const json& object, int depth) {
  auto leads = [](const std::string& key) { return key == "schema" || key == "id"; };
  out += '{';
  for (const auto& [key, value] : object.items()) {
    if (leads(key)) write_member(out, key, value, depth + 1);
  }
  for (const auto& [key, value] : object.items()) {
    if (!leads(key)) write_member(out, key, value, depth + 1);
  }
  if (!object.empty()) new_line(out, depth);
  out += '}';
}

void write(std::string& out, const json& value, int depth) {
  if (value.is_object()) {
    write_object(out, value, depth);
  } else if (value.is_array()) {
    write_array(out, value, depth);
  } else {
    out += scalar_text(value);
  }
}

}  // namespace

Expected<json> parse_json(std::string_view text, const std::string& name) {
  if (int depth = nesting_depth(text); depth > kMaxJsonDepth) {
    return Error{0,
                 fmt::format("{} nests {} levels deep, more than {}", name, depth, kMaxJsonDepth),
                 "this is no file of trampcheck", Exit::kUsage};
  }
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    return Error{0,
                 fmt::format("{} is truncated or not JSON: {}", name, describe(error.byte, text)),
                 kRemedy, Exit::kUsage};
  } catch (const json::exception&) {  // the only other kind: a number such as 1e999
    return Error{0, fmt::format("{} holds a number that is out of range", name), kRemedy,
                 Exit::kUsage};
  }
}

std::string json_text(const json& value) {
  std::string out;
  write(out, value, 0);
  out += '\n';
  return out;
}

}  // namespace trampcheck
