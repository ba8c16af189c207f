#include "results/load.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "results/base/file.h"
#include "results/base/json_text.h"
#include "results/index/index.h"
#include "results/store.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

// The `schema.name` that a text carries; empty where it is not JSON or has none.
std::string schema_name(std::string_view text, const std::string& path) {
  auto value = parse_json(text, path);
  if (!value || !value->is_object()) return "";
  auto schema = value->find("schema");
  if (schema == value->end() || !schema->is_object()) return "";
  auto name = schema->find("name");
  return name != schema->end() && name->is_string() ? name->get<std::string>() : "";
}

std::string left_out(const std::string& path, const std::string& why) {
  return fmt::format("left out {}: {}", path, why);
}

// Names of *.json in a folder, 5.10.json before 6.1.json before 6.12.json.
Expected<std::vector<std::string>> json_files_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code code;
  for (auto at = fs::directory_iterator(folder, code); !code && at != fs::directory_iterator();
       at.increment(code)) {
    if (at->path().extension() == ".json") paths.push_back(at->path().string());
  }
  if (code) {
    return errno_error(code.value(), fmt::format("cannot read {}", folder),
                       "check its name and permissions");
  }
  std::sort(paths.begin(), paths.end(), [](const std::string& a, const std::string& b) {
    const int order = strverscmp(a.c_str(), b.c_str());
    return order != 0 ? order < 0 : a < b;
  });
  return paths;
}

// Those that a shell's * finds.
bool holds_folders(const std::string& folder) {
  std::error_code code;
  return std::any_of(fs::directory_iterator(folder, code), fs::directory_iterator(),
                     [&](const fs::directory_entry& entry) {
                       return entry.is_directory(code) &&
                              !entry.path().filename().string().starts_with('.');
                     });
}

class Loader {
 public:
  explicit Loader(const std::function<void(RunResult&)>& reduce) : reduce_(reduce) {}

  Expected<void> add(const std::string& path) {
    std::error_code code;
    return fs::is_directory(path, code) ? add_folder(path) : add_named(path);
  }

  LoadedResults take() { return std::move(loaded_); }

 private:
  Expected<void> add_named(const std::string& path) {
    auto result = load_result(path);
    if (!result) {
      Error error = result.error();
      if (error.remedy.empty()) error.remedy = "give a file that `trampcheck run` wrote";
      return error;
    }
    return keep(path, std::move(*result));
  }

  Expected<void> add_folder(const std::string& folder) {
    auto paths = json_files_in(folder);
    if (!paths) return paths.error();
    const size_t before = loaded_.results.size();
    for (const std::string& path : *paths) {
      if (auto added = add_found(path); !added) return added;
    }
    if (loaded_.results.size() > before) return {};
    return Error{0, fmt::format("{} holds no results", folder),
                 holds_folders(folder) ? fmt::format("name the folders in it: {}",
                                                     (fs::path(folder) / "*" / "").string())
                                       : "give a folder that `trampcheck vm -o DIR` wrote",
                 Exit::kUsage};
  }

  // A file that nobody named: it may be anything, but what calls itself a result must be one.
  Expected<void> add_found(const std::string& path) {
    std::error_code code;
    if (!fs::is_regular_file(path, code)) {
      loaded_.warnings.push_back(left_out(path, "not a file"));
      return {};
    }
    auto text = read_file(path, kMaxResultBytes);
    if (!text) return text.error();
    const std::string quoted_name = fmt::format("\"{}\"", kSchemaName);
    if (text->find(quoted_name) == std::string::npos) {
      leave_out(path, *text);
      return {};
    }
    auto result = parse_checked_result(*text, path);
    if (result) return keep(path, std::move(*result));
    // It may only speak of results, and be something else.
    if (schema_name(*text, path) == kSchemaName || !parse_json(*text, path)) return result.error();
    leave_out(path, *text);
    return {};
  }

  // An index says which guests came to nothing, so that nobody takes the others for all.
  void leave_out(const std::string& path, const std::string& text) {
    const std::string name = schema_name(text, path);
    if (!name.starts_with("trampcheck.")) {
      loaded_.warnings.push_back(left_out(path, "not a trampcheck result"));
    }
    if (name != kIndexSchemaName) return;
    auto index = parse_index(text, path);
    if (!index) {
      loaded_.warnings.push_back(index.error().what);
      return;
    }
    for (const IndexEntry& entry : index->entries) {
      if (!entry.file.empty()) continue;
      loaded_.warnings.push_back(fmt::format("{}: no result of {}: {}", path, entry.kernel,
                                             entry.reason.empty() ? entry.status : entry.reason));
    }
  }

  Expected<void> keep(const std::string& path, RunResult result) {
    std::error_code code;
    const fs::path canonical = fs::canonical(path, code);
    if (!code && !seen_.insert(canonical).second) {
      return Error{0, fmt::format("{} is given twice", path),
                   "name each file once, alone or by its folder", Exit::kUsage};
    }
    if (reduce_) reduce_(result);
    loaded_.results.push_back({path, std::move(result), ""});
    return {};
  }

  const std::function<void(RunResult&)>& reduce_;
  LoadedResults loaded_;
  std::set<fs::path> seen_;
};

}  // namespace

Expected<LoadedResults> load_results(const std::vector<std::string>& paths,
                                     const std::function<void(RunResult&)>& reduce) {
  Loader loader(reduce);
  for (const std::string& path : paths) {
    if (auto added = loader.add(path); !added) return added.error();
  }
  return loader.take();
}

}  // namespace trampcheck
