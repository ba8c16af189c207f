#include "tools/cli/set_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace trampcheck {
namespace {

constexpr size_t kNameBytes = 512;  // KSYM_NAME_LEN of the newest kernels

bool is_function_name(std::string_view line) {
  if (line.empty() || line.size() > kNameBytes) return false;
  return std::all_of(line.begin(), line.end(), [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
  });
}

}  // namespace

std::string format_set(const std::vector<std::string>& names, const std::string& origin) {
  std::string text = "# trampcheck function set\n";
  text += fmt::format("# from: {}\n# functions: {}\n", origin, names.size());
  for (const std::string& name : names) text += name + "\n";
  return text;
}

Expected<std::vector<std::string>> parse_set(std::string_view text, const std::string& name) {
  constexpr const char* kRemedy = "make one with: trampcheck select -o FILE";
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  size_t number = 0;
  while (!text.empty()) {
    ++number;
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    if (!is_function_name(line)) {
      return Error{0, fmt::format("{} line {} is no function name", name, number), kRemedy,
                   Exit::kUsage};
    }
    if (seen.insert(line).second) names.emplace_back(line);
  }
  if (names.empty()) {
    return Error{0, fmt::format("{} names no functions", name), kRemedy, Exit::kUsage};
  }
  return names;
}

}  // namespace trampcheck
