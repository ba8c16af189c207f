#include <nlohmann/json.hpp>

#include "results/base/json_text.h"
#include "results/export/compare.h"
#include "results/export/compare_words.h"

namespace trampcheck {
namespace {

using nlohmann::json;

void put(json& object, const char* key, const std::optional<double>& value) {
  if (value) object[key] = *value;
}

void put(json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

json finding_json(const Finding& one) {
  json object = {{"id", one.id}, {"metric", one.metric}, {"verdict", to_string(one.verdict)}};
  put(object, "reason", one.reason);
  if (one.n == 0) return object;  // judged without figures
  object["n"] = one.n;
  object["unit"] = one.unit;
  object["better"] = one.better == Better::kLower ? "lower" : "higher";
  object["gate"] = one.gate;
  put(object, "base", one.base);
  put(object, "new", one.next);
  put(object, "ratio", one.ratio);
  put(object, "ratio_low", one.low);
  put(object, "ratio_high", one.high);
  put(object, "p", one.p);
  put(object, "p_adjusted", one.p_adjusted);
  return object;
}

json side_json(const Side& side) {
  return {{"kernel", side.kernel},
          {"release", side.release},
          {"suite", side.suite},
          {"files", side.paths}};
}

json kernel_json(const KernelComparison& kernel) {
  json object = {{"base", side_json(kernel.base)},
                 {"new", side_json(kernel.next)},
                 {"domain", kernel.domain},
                 {"functions", kernel.functions},
                 {"method", to_string(kernel.method)},
                 {"comparable", comparable(kernel)},
                 {"differences", json::array()},
                 {"findings", json::array()},
                 {"disagreements", json::array()},
                 {"notes", kernel.notes}};
  for (const Difference& one : kernel.differences) {
    object["differences"].push_back(
        {{"key", one.key}, {"base", one.base}, {"new", one.next}, {"allowed", one.allowed}});
  }
  for (const Finding& one : kernel.findings) object["findings"].push_back(finding_json(one));
  for (const Disagreement& one : kernel.disagreements) {
    json entry = {{"id", one.id},
                  {"metrics", {one.first.metric, one.second.metric}},
                  {"text", disagreement_text(one)}};
    put(entry, "waiting_ns", one.waiting);
    object["disagreements"].push_back(std::move(entry));
  }
  return object;
}

json options_json(const CompareOptions& options) {
  json object = {{"alpha", options.alpha},
                 {"metrics", options.metrics},
                 {"across", options.across},
                 {"common_functions", options.common_functions}};
  put(object, "threshold", options.threshold);
  if (!options.base_mechanism.empty()) {
    object["mechanisms"] = {options.base_mechanism, options.next_mechanism};
  }
  return object;
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  json object = {{"schema", {{"name", "trampcheck.comparison"}, {"major", 1}, {"minor", 0}}},
                 {"options", options_json(comparison.options)},
                 {"exit_status", static_cast<int>(exit_of(comparison))},
                 {"outcome", outcome_text(comparison)},
                 {"counts", json::object()},
                 {"kernels", json::array()},
                 {"missing", comparison.missing},
                 {"notes", comparison.notes}};
  for (Verdict verdict : {Verdict::kWorse, Verdict::kBetter, Verdict::kSame, Verdict::kMoreRounds,
                          Verdict::kNotComparable}) {
    object["counts"][to_string(verdict)] = count(comparison, verdict);
  }
  for (const KernelComparison& kernel : comparison.kernels) {
    object["kernels"].push_back(kernel_json(kernel));
  }
  return json_text(object);
}

}  // namespace trampcheck
