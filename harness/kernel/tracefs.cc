#include "harness/kernel/tracefs.h"

#include <unistd.h>

#include <algorithm>

#include "results/base/file.h"

namespace trampcheck {
namespace {

constexpr const char* kRemedy =
    "run as root with tracefs mounted (mount -t tracefs nodev /sys/kernel/tracing)";

Expected<std::string> read_tracefs(std::string_view name) {
  auto text = read_file(tracefs_path(name));
  if (text) return text;
  Error error = text.error();
  error.remedy = kRemedy;
  return error;
}

FtraceEntry parse_line(std::string_view line) {
  FtraceEntry entry;
  size_t name_end = line.find_first_of(" \t");
  entry.name = line.substr(0, name_end);
  size_t open = line.find('[', entry.name.size());
  size_t close = line.find(']', entry.name.size());
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    entry.module = line.substr(open + 1, close - open - 1);
  }
  return entry;
}

}  // namespace

std::string tracefs_path(std::string_view name) {
  static const bool own_mount = access("/sys/kernel/tracing/available_filter_functions", F_OK) == 0;
  std::string path = own_mount ? "/sys/kernel/tracing/" : "/sys/kernel/debug/tracing/";
  return path.append(name);
}

AvailableFunctions parse_available_functions(std::string text) {
  AvailableFunctions functions;
  functions.text = std::move(text);
  // A short string lies inside its object: what points into it would not survive a move.
  functions.text.reserve(sizeof(std::string));
  std::string_view rest = functions.text;
  functions.entries.reserve(rest.size() / 24);
  while (!rest.empty()) {
    size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    if (!line.empty()) functions.entries.push_back(parse_line(line));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return functions;
}

Expected<AvailableFunctions> read_available_functions() {
  auto text = read_tracefs("available_filter_functions");
  if (!text) return text.error();
  return parse_available_functions(std::move(*text));
}

Expected<int64_t> count_enabled_functions() {
  auto text = read_tracefs("enabled_functions");
  if (!text) return text.error();
  return std::count(text->begin(), text->end(), '\n');
}

}  // namespace trampcheck
