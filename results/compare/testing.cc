#include "results/compare/testing.h"

#include <cstdlib>

namespace trampcheck {

ResultRow measured_row(const std::string& mechanism, const std::string& phase,
                       const Metrics& metrics) {
  ResultRow row;
  row.id = "attach." + mechanism + "." + phase;
  row.status = Status::kDone;
  row.params = {{"mechanism", mechanism}, {"phase", phase}, {"functions", int64_t{4}}};
  for (const auto& [name, samples] : metrics) {
    Metric& metric = row.metrics[name];
    metric.unit = "ns";
    metric.samples = samples;
    if (samples.empty()) metric.reason = "no PMU";
  }
  return row;
}

ResultRow status_row(const std::string& mechanism, Status status, int64_t attached,
                     const std::string& reason) {
  ResultRow row;
  row.id = "attach." + mechanism;
  row.status = status;
  row.reason = reason;
  row.params = {{"mechanism", mechanism}, {"functions", int64_t{4}}};
  row.counts = Counts{4, attached, 4 - attached, 0};
  return row;
}

LoadedResult run_of(const std::string& path, const std::string& domain, std::vector<ResultRow> rows,
                    int64_t boot) {
  RunResult result;
  result.context.domain = domain;
  result.context.started_at = "2026-11-30T12:00:00Z";
  result.context.suite_version = "0.1.0";
  result.context.kernel.release = "6.12.118";
  result.context.kernel.arch = "x86_64";
  result.context.kernel.cpus_online = 1;
  result.context.kernel.config = {{"HZ", "250"}, {"KASAN", "n"}};
  result.context.kernel.knobs = {{"rcu_expedited", "0"}};
  result.context.vm = VmInfo{.accel = domain, .qemu = "7.2.22", .kernel_image = "6.12"};
  result.context.vm->boot = boot;
  result.functions = FunctionSet{.available = 4, .chosen = 4, .set_sha256 = std::string(64, 'a')};
  result.results = std::move(rows);
  result.complete = true;
  return {path, std::move(result)};
}

const Finding& finding_of(const Comparison& comparison, const std::string& id,
                          const std::string& metric) {
  for (const KernelComparison& kernel : comparison.kernels) {
    for (const Finding& finding : kernel.findings) {
      if (finding.id == id && finding.metric == metric) return finding;
    }
  }
  std::abort();
}

}  // namespace trampcheck
