#include "results/compare/selection.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <set>

#include "results/compare/rules.h"

namespace trampcheck {
namespace {

constexpr size_t kNearWords = 5;
constexpr size_t kLongestId = 256;  // longer than any id: no use looking for near ones

bool matches(const std::string& pattern, const std::string& word) {
  return fnmatch(pattern.c_str(), word.c_str(), 0) == 0;
}

bool asks_for(const std::string& pattern, const std::string& id, const std::string& metric) {
  return matches(pattern, metric) || matches(pattern, id + "." + metric) ||
         (matches(pattern, id) && rule_for(metric).judged);
}

// Letters to put in, leave out or replace to come from one word to the other.
size_t edits(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j < row.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

void collect(const std::vector<LoadedResult>& results, std::set<std::string>& metrics,
             std::set<std::pair<std::string, std::string>>& rows) {
  for (const LoadedResult& one : results) {
    for (const ResultRow& row : one.result.results) {
      for (const auto& [metric, values] : row.metrics) {
        metrics.insert(metric);
        rows.emplace(row.id, metric);
      }
    }
  }
}

}  // namespace

bool selects(const std::vector<std::string>& patterns, const std::string& id,
             const std::string& metric) {
  if (patterns.empty()) return rule_for(metric).judged;
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return asks_for(pattern, id, metric); });
}

bool is_named(const std::vector<std::string>& patterns, const std::string& id,
              const std::string& metric) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return pattern == metric || pattern == id + "." + metric;
  });
}

std::vector<std::string> near_words(const std::string& word,
                                    const std::vector<std::string>& words) {
  std::vector<std::pair<size_t, std::string>> near;
  if (word.size() > kLongestId) return {};
  for (const std::string& known : words) {
    const bool holds = word.size() > 1 && known.find(word) != std::string::npos;
    const size_t distance = holds ? 1 : edits(word, known);
    if (distance <= 1 + word.size() / 4) near.emplace_back(distance, known);
  }
  std::sort(near.begin(), near.end());
  std::vector<std::string> found;
  for (size_t i = 0; i < std::min(near.size(), kNearWords); ++i) found.push_back(near[i].second);
  return found;
}

Expected<void> check_patterns(const std::vector<std::string>& patterns,
                              const std::vector<LoadedResult>& base,
                              const std::vector<LoadedResult>& next) {
  if (patterns.empty()) return {};
  std::set<std::string> metrics;
  std::set<std::pair<std::string, std::string>> rows;
  collect(base, metrics, rows);
  collect(next, metrics, rows);
  for (const std::string& pattern : patterns) {
    const bool found = std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
      return asks_for(pattern, row.first, row.second);
    });
    if (found) continue;
    std::vector<std::string> words(metrics.begin(), metrics.end());
    for (const auto& [id, metric] : rows) words.push_back(fmt::format("{}.{}", id, metric));
    std::vector<std::string> near = near_words(pattern, words);
    if (near.empty()) near.assign(metrics.begin(), metrics.end());
    return Error{0, fmt::format("--metric: no metric '{}' in these results", pattern),
                 near.empty() ? "they hold no metrics at all"
                              : fmt::format("near to it: {}", fmt::join(near, ", ")),
                 Exit::kUsage};
  }
  return {};
}

}  // namespace trampcheck
