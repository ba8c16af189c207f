#include "results/export/gbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "results/base/json_text.h"
#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/verdicts.h"

namespace trampcheck {
namespace {

using nlohmann::json;

// The first result's; the others' kernels are in the names.
json context_of(const Context& context) {
  return {{"date", context.started_at},
          {"host_name", valid_utf8(context.kernel.release)},
          {"executable", "trampcheck"},
          {"num_cpus", context.kernel.cpus_online},
          {"mhz_per_cpu", context.kernel.tsc_hz.value_or(0) / 1'000'000},
          {"cpu_scaling_enabled", false},
          {"caches", json::array()},
          {"load_avg", json::array()},
          {"library_version", valid_utf8(context.suite_version)},
          {"library_build_type", "release"},
          {"json_schema_version", 1},
          {"domain", context.domain},
          {"argv", valid_utf8(fmt::format("{}", fmt::join(context.argv, " ")))}};
}

class Writer {
 public:
  Writer(json& context, json& benchmarks) : context_(context), benchmarks_(benchmarks) {}

  void add(const std::string& prefix, const RunResult& result) {
    for (const Group& group : group_rows(result)) {
      if (!has_figures(group)) continue;
      for (const Phase& phase : group.phases) add_samples(prefix, *phase.row);
    }
    for (const Verdict& verdict : verdicts_of(result)) add_fault(prefix, verdict);
  }

 private:
  // Without both times an entry cannot be compared.
  void add_samples(const std::string& prefix, const ResultRow& row) {
    const Metric* wall = measured(row, "wall_ns");
    const Metric* cpu = measured(row, "cpu_ns");
    if (!wall || !cpu) return;
    const std::string name = valid_utf8(prefix + row.id);
    const size_t rounds = std::min(wall->samples.size(), cpu->samples.size());
    for (size_t i = 0; i < rounds; ++i) {
      json object = {{"name", name},
                     {"run_name", name},
                     {"family_index", family_},
                     {"per_family_instance_index", 0},
                     {"run_type", "iteration"},
                     {"repetitions", rounds},
                     {"repetition_index", i},
                     {"threads", 1},
                     {"iterations", 1},
                     {"real_time", wall->samples[i]},
                     {"cpu_time", cpu->samples[i]},
                     {"time_unit", "ns"}};
      for (const auto& [counter, metric] : row.metrics) {
        if (&metric == wall || &metric == cpu || i >= metric.samples.size()) continue;
        object.emplace(valid_utf8(counter), metric.samples[i]);  // the format's own keys stay
      }
      benchmarks_.push_back(std::move(object));
    }
    ++family_;
  }

  // Every entry is expected to have times, which these have not.
  void add_fault(const std::string& prefix, const Verdict& verdict) {
    if (verdict.status == Status::kPass || verdict.status == Status::kDone) return;
    context_.emplace(valid_utf8(prefix + verdict.name),
                     valid_utf8(fmt::format("{}: {}", to_string(verdict.status), verdict.reason)));
  }

  json& context_;
  json& benchmarks_;
  int64_t family_ = 0;
};

}  // namespace

std::string gbench_text(const std::vector<LoadedResult>& results) {
  json report = {{"context", context_of(results.front().result.context)},
                 {"benchmarks", json::array()}};
  Writer writer(report["context"], report["benchmarks"]);
  const std::vector<std::string> labels = result_labels(results);
  for (size_t i = 0; i < results.size(); ++i) {
    writer.add(results.size() == 1 ? "" : labels[i] + "/", results[i].result);
  }
  return json_text(report);
}

}  // namespace trampcheck
