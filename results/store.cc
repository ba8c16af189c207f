#include "results/store.h"

#include "results/base/file.h"
#include "results/base/json_text.h"
#include "results/base/line.h"
#include "results/model/invariants.h"
#include "results/model/json.h"

namespace trampcheck {
namespace {

Expected<RunResult> parse_and_check(std::string_view text, const std::string& name) {
  auto value = parse_json(text, name);
  if (!value) return value.error();
  auto result = from_json(*value, name);
  if (!result) return result;
  if (auto sound = check_invariants(*result, name); !sound) return sound.error();
  if (auto sound = check_summaries(*value, name); !sound) return sound.error();
  return result;
}

}  // namespace

Expected<RunResult> parse_checked_result(std::string_view text, const std::string& name) {
  auto result = parse_and_check(text, name);
  if (result) return result;
  Error error = result.error();
  error.what = one_line(error.what);  // it may quote what the file holds
  return error;
}

Expected<void> save_result(const RunResult& result, const std::string& path) {
  // Before serialising, because text leaves out an empty string and so hides it.
  if (auto sound = check_invariants(result, path); !sound) return sound;
  std::string text = serialise(result);
  if (auto checked = parse_checked_result(text, path); !checked) return checked.error();
  return write_file_atomically(path, text);
}

Expected<RunResult> load_result(const std::string& path) {
  auto text = read_file(path, kMaxResultBytes);
  if (!text) return text.error();
  return parse_checked_result(*text, path);
}

Expected<void> validate_file(const std::string& path) {
  auto result = load_result(path);
  if (!result) return result.error();
  return {};
}

}  // namespace trampcheck
