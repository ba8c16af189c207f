// `trampcheck probe` and `trampcheck list`.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/attach/mechanism.h"
#include "harness/kernel/info.h"
#include "harness/measure/command.h"
#include "harness/measure/perf.h"
#include "harness/measure/phase.h"
#include "suites/attach/suite.h"
#include "suites/table.h"
#include "tools/cli/verbs.h"
#include "tools/kernels/verbs.h"

namespace trampcheck {
namespace {

struct Feature {
  std::string name;
  bool supported = false;
  std::string reason;
};

std::vector<Feature> probe_features(const KernelFunctions& kernel) {
  std::vector<Feature> features;
  for (const Mechanism& mechanism : mechanisms()) {
    Support support = mechanism.probe(kernel);
    features.push_back({mechanism.name, support.supported, support.reason});
  }
  auto perf = PerfGroup::open(hardware_events());
  features.push_back({"perf", static_cast<bool>(perf), perf ? "" : perf.error().text()});
  return features;
}

std::string features_text(const KernelInfo& info, const std::vector<Feature>& features) {
  std::string text = fmt::format("kernel {} ({})\n", info.release, info.arch);
  for (const Feature& feature : features) {
    text += fmt::format("  {:<15} {}{}\n", feature.name,
                        feature.supported ? "yes" : "no: ", feature.reason);
  }
  return text;
}

std::string features_json(const KernelInfo& info, const std::vector<Feature>& features) {
  nlohmann::json json;
  json["kernel"] = {{"release", info.release}, {"arch", info.arch}};
  for (const Feature& feature : features) {
    nlohmann::json entry = {{"supported", feature.supported}};
    if (!feature.supported) entry["reason"] = feature.reason;
    json["features"][feature.name] = std::move(entry);
  }
  return json.dump(1) + "\n";
}

std::string list_mechanisms() {
  std::string text;
  for (const Mechanism& mechanism : mechanisms()) {
    text += fmt::format("{:<15} {} ({})\n", mechanism.name, mechanism.description,
                        mechanism.patched_by);
  }
  return text;
}

std::string list_cases() {
  std::string text = "attach.discover\n";
  for (const Mechanism& mechanism : mechanisms()) {
    text += fmt::format("attach.{}\n", mechanism.name);
    for (const std::string& phase : attach_phases(mechanism)) {
      text += fmt::format("attach.{}.{}\n", mechanism.name, phase);
    }
  }
  return text;
}

std::string list_metrics() {
  std::string text;
  for (const auto* table : {&metric_table(), &variant_metric_table(), &command_metric_table()}) {
    for (const MetricInfo& metric : *table) {
      text += fmt::format("{:<21} {:<13} {}\n", metric.name, metric.unit, metric.description);
    }
  }
  return text;
}

std::string list_suites() {
  std::string text;
  for (const Suite& suite : suites()) {
    text += fmt::format("{:<10} {}\n", suite.name, suite.description);
  }
  return text;
}

}  // namespace

int verb_probe(const Environment& environment, bool json, bool here) {
  if (!environment.guest && !here) {
    return fail(environment,
                Error{0, "this would attach probe programs to the kernel that this machine runs on",
                      "probe a guest with `trampcheck vm --kernel 6.12 -- probe`, or say --here if "
                      "this kernel may be risked",
                      Exit::kUsage});
  }
  auto kernel = read_kernel_functions();
  if (!kernel) return fail(environment, kernel.error());
  const KernelInfo info = read_kernel_info(environment.kernel_config);
  const auto features = probe_features(*kernel);
  environment.print(json ? features_json(info, features) : features_text(info, features));
  return 0;
}

int verb_list(const Environment& environment, const std::string& what) {
  if (what == "kernels") {
    const VerbResult result = kernels_list(false);
    environment.print(result.out);
    return static_cast<int>(result.exit);
  }
  environment.print(what == "mechanisms" ? list_mechanisms()
                    : what == "cases"    ? list_cases()
                    : what == "metrics"  ? list_metrics()
                                         : list_suites());
  return 0;
}

}  // namespace trampcheck
