#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/model/invariants.h"
#include "results/model/json.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

using nlohmann::json;

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// The first key on which the two differ, or nothing. Keys of a newer minor version are not ours.
std::optional<std::string> difference(const json& written, const json& computed) {
  for (const auto& [key, value] : computed.items()) {
    auto found = written.find(key);
    if (found == written.end()) return fmt::format("{} is missing", key);
    if (!close(found->get<double>(), value.get<double>())) {
      return fmt::format("{} is {}, the samples give {}", key, found->dump(), value.dump());
    }
  }
  return std::nullopt;
}

std::optional<std::string> metric_difference(const json& metric) {
  auto summary = metric.find("summary");
  if (summary == metric.end()) return std::nullopt;
  if (metric.at("samples").is_null()) return "there is one, but no samples";
  auto samples = metric.at("samples").get<std::vector<int64_t>>();
  return difference(*summary, summary_to_json(summarise(samples)));
}

std::optional<std::string> per_function_difference(const json& row) {
  auto times = row.find("per_function");
  if (times == row.end() || !times->contains("summary")) return std::nullopt;
  std::vector<int64_t> all;
  for (const json& round : times->value("samples", json::array())) {
    for (const json& sample : round) all.push_back(sample.get<int64_t>());
  }
  if (all.empty()) return std::nullopt;
  return difference(times->at("summary"), summary_to_json(summarise(all)));
}

Error wrong_summary(const std::string& name, const json& row, const std::string& where,
                    const std::string& what) {
  return Error{0,
               fmt::format("{} contradicts itself: {}: {}.summary: {}", name,
                           row.at("id").get<std::string>(), where, what),
               "report a bug if trampcheck wrote it", Exit::kUsage};
}

}  // namespace

Expected<void> check_summaries(const json& value, const std::string& name) {
  for (const json& row : value.at("results")) {
    for (const auto& [key, metric] : row.at("metrics").items()) {
      if (auto fault = metric_difference(metric)) {
        return wrong_summary(name, row, "metrics." + key, *fault);
      }
    }
    if (auto fault = per_function_difference(row)) {
      return wrong_summary(name, row, "per_function", *fault);
    }
  }
  return {};
}

}  // namespace trampcheck
