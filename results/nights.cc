#include "results/nights.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "results/base/file.h"
#include "results/compare/pairing.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxHistoryBytes = 16 << 20;

using Reduce = std::function<void(RunResult&)>;

// Folders in a folder, by name; none where it cannot be read, which load_results() then says.
std::vector<fs::path> folders_in(const std::string& folder) {
  std::vector<fs::path> folders;
  std::error_code code;
  for (auto at = fs::directory_iterator(folder, code); !code && at != fs::directory_iterator();
       at.increment(code)) {
    std::error_code unknown;
    if (at->is_directory(unknown)) folders.push_back(at->path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

bool has_result(const fs::path& folder) {
  std::error_code code;
  return fs::is_regular_file(folder / kNightResult, code);
}

// "night TAB release TAB verdict TAB path" -> night to verdict. Other lines are not ours.
std::map<std::string, std::string> verdicts_in(const std::string& folder,
                                               std::vector<std::string>& warnings) {
  std::map<std::string, std::string> verdicts;
  const std::string path = (fs::path(folder) / kNightHistory).string();
  std::error_code code;
  if (!fs::exists(path, code)) return verdicts;
  auto text = read_file(path, kMaxHistoryBytes);
  if (!text) {
    warnings.push_back(fmt::format("left out {}: {}", path, text.error().what));
    return verdicts;
  }
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string night;
    std::string release;
    std::string verdict;
    if (std::getline(fields, night, '\t') && std::getline(fields, release, '\t') &&
        std::getline(fields, verdict, '\t')) {
      verdicts[night] = verdict;
    }
  }
  return verdicts;
}

void append(LoadedResults& all, LoadedResults more) {
  std::move(more.results.begin(), more.results.end(), std::back_inserter(all.results));
  std::move(more.warnings.begin(), more.warnings.end(), std::back_inserter(all.warnings));
}

// Whether the folder holds nights; adds those it has.
bool add_nights(LoadedResults& all, const std::string& folder, const Reduce& reduce) {
  const std::vector<fs::path> nights = folders_in(folder);
  if (std::none_of(nights.begin(), nights.end(), has_result)) return false;
  const auto verdicts = verdicts_in(folder, all.warnings);
  for (const fs::path& night : nights) {
    if (!has_result(night)) {
      all.warnings.push_back(fmt::format("left out {}: no {} in it", night.string(), kNightResult));
      continue;
    }
    auto loaded = load_results({(night / kNightResult).string()}, reduce);
    if (!loaded) {
      all.warnings.push_back(fmt::format("left out {}: {}", night.string(), loaded.error().what));
      continue;
    }
    const auto twin =
        std::find_if(all.results.begin(), all.results.end(), [&](const LoadedResult& other) {
          return same_run(other.result, loaded->results.front().result);
        });
    if (twin != all.results.end()) {
      all.warnings.push_back(fmt::format("left out {}: it is a copy of {}, and no second night",
                                         night.string(), twin->path));
      continue;
    }
    auto verdict = verdicts.find(night.filename().string());
    if (verdict != verdicts.end()) loaded->results.front().verdict = verdict->second;
    append(all, std::move(*loaded));
  }
  return true;
}

Expected<void> refuse_twins(const LoadedResults& all) {
  std::set<fs::path> seen;
  for (const LoadedResult& loaded : all.results) {
    std::error_code code;
    const fs::path canonical = fs::canonical(loaded.path, code);
    if (code || seen.insert(canonical).second) continue;
    return Error{0, fmt::format("{} is given twice", loaded.path),
                 "name each file once, alone or by its folder", Exit::kUsage};
  }
  return {};
}

}  // namespace

Expected<LoadedResults> load_nights(const std::vector<std::string>& paths, const Reduce& reduce) {
  LoadedResults all;
  for (const std::string& path : paths) {
    std::error_code code;
    if (fs::is_directory(path, code) && add_nights(all, path, reduce)) continue;
    auto loaded = load_results({path}, reduce);
    if (!loaded) return loaded.error();
    append(all, std::move(*loaded));
  }
  if (all.results.empty()) {
    return Error{0, fmt::format("{} holds no night that can be read", paths.front()),
                 all.warnings.empty() ? "" : all.warnings.front(), Exit::kUsage};
  }
  if (auto once = refuse_twins(all); !once) return once.error();
  return all;
}

}  // namespace trampcheck
