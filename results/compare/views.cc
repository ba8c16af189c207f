#include "results/compare/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <unordered_set>

namespace trampcheck {
namespace {

using Names = std::unordered_set<std::string>;

// "fentry" of attach.fentry and attach.fentry.n100.detach; empty where a row is of no mechanism.
std::string mechanism_of(const ResultRow& row) {
  auto found = row.params.find("mechanism");
  if (found == row.params.end()) return "";
  const auto* name = std::get_if<std::string>(&found->second);
  return name ? *name : "";
}

// Replaces whole words between dots.
std::string renamed(const std::string& id, const std::string& from, const std::string& to) {
  std::string out;
  size_t begin = 0;
  for (;;) {
    const size_t end = std::min(id.find('.', begin), id.size());
    const std::string word = id.substr(begin, end - begin);
    out += word == from ? to : word;
    if (end == id.size()) return out;
    out += '.';
    begin = end + 1;
  }
}

std::string mechanisms_in(const RunResult& result) {
  std::set<std::string> names;
  for (const ResultRow& row : result.results) names.insert(mechanism_of(row));
  names.erase("");
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

ResultRow* find_row(RunResult& result, const std::string& id) {
  for (ResultRow& row : result.results) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

// The rows of one id, one of each result; empty unless all have single functions' samples.
std::vector<ResultRow*> rows_with_functions(const std::vector<RunResult*>& results,
                                            const std::string& id) {
  std::vector<ResultRow*> rows;
  for (RunResult* result : results) {
    ResultRow* row = find_row(*result, id);
    if (!row || !row->per_function || row->per_function->samples.empty()) return {};
    rows.push_back(row);
  }
  return rows;
}

Names common_names(const std::vector<ResultRow*>& rows) {
  const auto& first = rows.front()->per_function->functions;
  Names common(first.begin(), first.end());
  for (const ResultRow* row : rows) {
    Names both;
    for (const std::string& name : row->per_function->functions) {
      if (common.contains(name)) both.insert(name);
    }
    common = std::move(both);
  }
  return common;
}

Metric sum_of(const PerFunction& times, const Names& names) {
  Metric metric{.unit = times.unit};
  for (const auto& round : times.samples) {
    int64_t sum = 0;
    for (size_t i = 0; i < round.size(); ++i) {
      if (names.contains(times.functions[i])) sum += round[i];
    }
    metric.samples.push_back(sum);
  }
  return metric;
}

Error no_single_times() {
  return Error{0, "--common-functions: not all results have the times of single functions",
               "measure both sides again with --per-function", Exit::kNotComparable};
}

}  // namespace

void reduce_for_comparison(RunResult& result, bool per_function) {
  if (result.functions) {
    result.functions->names = {};
    result.functions->lost = {};
  }
  for (ResultRow& row : result.results) {
    if (!per_function) row.per_function.reset();
    row.failures = {};
    row.hits = {};
    row.leaks = {};
    row.log = {};
    row.warnings = {};
  }
}

Expected<void> keep_mechanism(std::vector<LoadedResult>& results, const std::string& from,
                              const std::string& to) {
  for (LoadedResult& one : results) {
    std::vector<ResultRow> rows;
    for (const ResultRow& row : one.result.results) {
      if (mechanism_of(row) == from) rows.push_back(row);
    }
    if (rows.empty()) {
      return Error{0, fmt::format("{} has no mechanism '{}'", one.path, from),
                   fmt::format("it has: {}", mechanisms_in(one.result)), Exit::kUsage};
    }
    for (ResultRow& row : rows) {
      row.id = renamed(row.id, from, to);
      row.params.erase("mechanism");
      row.params.erase("patched_by");
    }
    one.result.results = std::move(rows);
  }
  return {};
}

Expected<int64_t> add_common_functions(const std::vector<RunResult*>& results) {
  int64_t most = -1;
  for (size_t i = 0; i < results.front()->results.size(); ++i) {
    const std::string id = results.front()->results[i].id;
    const std::vector<ResultRow*> rows = rows_with_functions(results, id);
    if (rows.empty()) continue;
    const Names common = common_names(rows);
    most = std::max(most, static_cast<int64_t>(common.size()));
    if (common.empty()) continue;
    for (ResultRow* row : rows) row->metrics[kCommonMetric] = sum_of(*row->per_function, common);
  }
  if (most < 0) return no_single_times();
  if (most > 0) return most;
  return Error{0, "--common-functions: no function is common to all results",
               "choose functions that both kernels have: trampcheck select -o FILE",
               Exit::kNotComparable};
}

}  // namespace trampcheck
