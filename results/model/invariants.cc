#include "results/model/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace trampcheck {
namespace {

// Each check below returns what is wrong, or nothing.
using Fault = std::optional<std::string>;

bool any_negative(const std::vector<int64_t>& values) {
  return std::any_of(values.begin(), values.end(), [](int64_t value) { return value < 0; });
}

// Sums are made of at most a few thousand counts below 2^62, but a file may hold anything.
bool adds_up(int64_t whole, const std::vector<int64_t>& parts) {
  __int128 sum = 0;
  for (int64_t part : parts) sum += part;
  return sum == whole;
}

Fault check_functions(const FunctionSet& set) {
  std::vector<int64_t> parts = {set.chosen};
  for (const auto& [reason, count] : set.excluded) parts.push_back(count);
  if (set.available < 0 || any_negative(parts)) return "functions: a count is negative";
  if (!adds_up(set.available, parts)) {
    return fmt::format("functions: available {} is not chosen {} + the sum of excluded",
                       set.available, set.chosen);
  }
  if (!set.names.empty() && static_cast<int64_t>(set.names.size()) != set.chosen) {
    return fmt::format("functions: {} names for {} chosen", set.names.size(), set.chosen);
  }
  return std::nullopt;
}

// Words of a-z, 0-9, '_' and '-', joined by dots.
bool good_id(std::string_view id) {
  bool word_is_empty = true;
  for (char c : id) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!letter && (c != '.' || word_is_empty)) return false;
    word_is_empty = c == '.';
  }
  return !word_is_empty;
}

Fault check_counts(const Counts& counts) {
  std::vector<int64_t> parts = {counts.attached, counts.failed, counts.skipped};
  if (counts.requested < 0 || any_negative(parts)) return "counts: a count is negative";
  if (adds_up(counts.requested, parts)) return std::nullopt;
  return fmt::format("counts: requested {} is not attached {} + failed {} + skipped {}",
                     counts.requested, counts.attached, counts.failed, counts.skipped);
}

Fault check_metric(const std::string& name, const Metric& metric) {
  if (metric.unit.empty()) return fmt::format("metrics.{}: no unit", name);
  if (any_negative(metric.samples)) return fmt::format("metrics.{}: a sample is negative", name);
  if (metric.samples.empty() && metric.reason.empty()) {
    return fmt::format("metrics.{}: neither samples nor a reason why there are none", name);
  }
  if (!metric.samples.empty() && !metric.reason.empty()) {
    return fmt::format("metrics.{}: both samples and a reason why there are none", name);
  }
  return std::nullopt;
}

Fault check_metrics(const ResultRow& row) {
  const std::string* first = nullptr;
  size_t rounds = 0;
  for (const auto& [name, metric] : row.metrics) {
    if (auto fault = check_metric(name, metric)) return fault;
    if (metric.samples.empty()) continue;
    if (first && metric.samples.size() != rounds) {
      return fmt::format("metrics.{}: {} samples, but {} has {}", name, metric.samples.size(),
                         *first, rounds);
    }
    first = &name;
    rounds = metric.samples.size();
  }
  return std::nullopt;
}

Fault check_per_function(const PerFunction& times) {
  for (size_t round = 0; round < times.samples.size(); ++round) {
    const auto& samples = times.samples[round];
    if (samples.size() != times.functions.size()) {
      return fmt::format("per_function: round {} has {} samples for {} functions", round,
                         samples.size(), times.functions.size());
    }
    if (any_negative(samples)) return "per_function: a sample is negative";
  }
  auto faster = [](const auto& a, const auto& b) { return a.second < b.second; };
  if (!std::is_sorted(times.slowest.rbegin(), times.slowest.rend(), faster)) {
    return "per_function: slowest is not sorted";
  }
  return std::nullopt;
}

Fault check_checks(const ResultRow& row) {
  for (const HitCheck& hit : row.hits) {
    if (any_negative({hit.called, hit.counted, hit.counted_after_detach})) {
      return fmt::format("hits: a count of {} is negative", hit.function);
    }
  }
  for (const Leak& leak : row.leaks) {
    if (any_negative({leak.before, leak.after})) {
      return fmt::format("leaks: a count of {} is negative", leak.kind);
    }
  }
  return std::nullopt;
}

Fault check_row(const ResultRow& row) {
  if (!good_id(row.id)) return "an id is words of a-z, 0-9, _ and - joined by dots";
  bool explained = row.status == Status::kPass || row.status == Status::kDone;
  if (!explained && row.reason.empty()) {
    return fmt::format("status {} without a reason", to_string(row.status));
  }
  if (row.counts) {
    if (auto fault = check_counts(*row.counts)) return fault;
  }
  if (auto fault = check_metrics(row)) return fault;
  if (row.per_function) {
    if (auto fault = check_per_function(*row.per_function)) return fault;
  }
  return check_checks(row);
}

Fault check_result(const RunResult& result) {
  if (result.functions) {
    if (auto fault = check_functions(*result.functions)) return fault;
  }
  std::set<std::string_view> ids;
  for (const ResultRow& row : result.results) {
    if (auto fault = check_row(row)) return fmt::format("{}: {}", row.id, *fault);
    if (!ids.insert(row.id).second) return fmt::format("{}: two rows have this id", row.id);
  }
  return std::nullopt;
}

}  // namespace

Expected<void> check_invariants(const RunResult& result, const std::string& name) {
  auto fault = check_result(result);
  if (!fault) return {};
  return Error{0, fmt::format("{} contradicts itself: {}", name, *fault),
               "report a bug if trampcheck wrote it", Exit::kUsage};
}

}  // namespace trampcheck
