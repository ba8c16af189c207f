#include <algorithm>

#include "results/base/json_text.h"
#include "results/model/json.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

using nlohmann::json;

// Unknown is an absent key.
void put(json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

void put(json& object, const char* key, const std::optional<std::string>& text) {
  if (text) object[key] = *text;
}

void put(json& object, const char* key, const std::optional<int64_t>& number) {
  if (number) object[key] = *number;
}

// For counts of things that there is always at least one of: 0 is "not known".
void put_positive(json& object, const char* key, int64_t number) {
  if (number != 0) object[key] = number;
}

void put_list(json& object, const char* key, const std::vector<std::string>& list) {
  if (!list.empty()) object[key] = list;
}

template <typename T, typename Convert>
void put_list(json& object, const char* key, const std::vector<T>& list, Convert convert) {
  if (list.empty()) return;
  json array = json::array();
  for (const T& item : list) array.push_back(convert(item));
  object[key] = std::move(array);
}

json kernel_json(const KernelInfo& kernel) {
  json object = {{"config", kernel.config}, {"knobs", kernel.knobs}};
  put(object, "release", kernel.release);
  put(object, "version", kernel.version);
  put(object, "arch", kernel.arch);
  put(object, "cmdline", kernel.cmdline);
  put(object, "config_sha256", kernel.config_sha256);
  put(object, "clock_source", kernel.clock_source);
  put(object, "taint_before", kernel.taint_before);
  put(object, "taint_after", kernel.taint_after);
  put(object, "tsc_hz", kernel.tsc_hz);
  return object;
}

json vm_json(const VmInfo& vm) {
  json object = {{"boot", vm.boot}, {"boots", vm.boots}};
  put(object, "accel", vm.accel);
  put(object, "qemu", vm.qemu);
  put(object, "machine", vm.machine);
  put(object, "cpu_model", vm.cpu_model);
  put_positive(object, "cpus", vm.cpus);
  put_positive(object, "memory_mib", vm.memory_mib);
  put(object, "append", vm.append);
  put(object, "kernel_image", vm.kernel_image);
  put(object, "kernel_package", vm.kernel_package);
  put(object, "host_wall_ms", vm.host_wall_ms);
  return object;
}

json suite_json(const Context& context) {
  json object = {{"dirty", context.suite_dirty}};
  put(object, "version", context.suite_version);
  put(object, "commit", context.suite_commit);
  return object;
}

json context_json(const Context& context) {
  json object = {{"suite", suite_json(context)},
                 {"argv", context.argv},
                 {"seed", context.seed},
                 {"kernel", kernel_json(context.kernel)},
                 {"tools", context.tools}};
  put(object, "started_at", context.started_at);
  put(object, "domain", context.domain);
  json cpu = json::object();
  put(cpu, "model", context.kernel.cpu_model);
  put_positive(cpu, "online", context.kernel.cpus_online);
  if (!cpu.empty()) object["cpu"] = std::move(cpu);
  put_positive(object, "memory_kib", context.kernel.memory_kib);
  if (context.vm) object["vm"] = vm_json(*context.vm);
  return object;
}

json functions_json(const FunctionSet& set) {
  json object = {{"available", set.available}, {"chosen", set.chosen}, {"excluded", set.excluded}};
  put(object, "set_sha256", set.set_sha256);
  put_list(object, "names", set.names);
  put_list(object, "lost", set.lost);
  return object;
}

json metric_json(const Metric& metric) {
  json object = {{"better", metric.better == Better::kLower ? "lower" : "higher"},
                 {"samples", nullptr}};
  put(object, "unit", metric.unit);
  put(object, "reason", metric.reason);
  if (metric.samples.empty()) return object;
  object["samples"] = metric.samples;
  object["summary"] = summary_to_json(summarise(metric.samples));
  return object;
}

json per_function_json(const PerFunction& times) {
  json object = json::object();
  put(object, "unit", times.unit);
  put_list(object, "functions", times.functions);
  put_list(object, "samples", times.samples, [](const auto& round) { return json(round); });
  std::vector<int64_t> all;
  for (const auto& round : times.samples) all.insert(all.end(), round.begin(), round.end());
  // A file may keep the summary and leave out the samples, which are many.
  Summary summary = all.empty() ? times.summary : summarise(all);
  if (summary.n > 0) object["summary"] = summary_to_json(summary);
  put_list(object, "slowest", times.slowest, [](const auto& entry) {
    return json{{"function", entry.first}, {"value", entry.second}};
  });
  return object;
}

json counts_json(const Counts& counts) {
  return {{"requested", counts.requested},
          {"attached", counts.attached},
          {"failed", counts.failed},
          {"skipped", counts.skipped}};
}

json failure_json(const Failure& failure) {
  json object = json::object();
  put(object, "function", failure.function);
  put(object, "phase", failure.phase);
  put_positive(object, "errno", failure.error_number);
  put(object, "reason", failure.reason);
  put(object, "message", failure.message);
  return object;
}

json hit_json(const HitCheck& hit) {
  return {{"function", hit.function},
          {"called", hit.called},
          {"counted", hit.counted},
          {"counted_after_detach", hit.counted_after_detach}};
}

json leak_json(const Leak& leak) {
  json object = {{"kind", leak.kind}, {"before", leak.before}, {"after", leak.after}};
  put_list(object, "names", leak.names);
  return object;
}

json params_json(const std::map<std::string, ParamValue>& params) {
  json object = json::object();
  for (const auto& [name, value] : params) {
    std::visit([&, key = &name](const auto& plain) { object[*key] = plain; }, value);
  }
  return object;
}

json row_json(const ResultRow& row) {
  json object = {{"id", row.id}, {"status", to_string(row.status)}, {"metrics", json::object()}};
  if (!row.params.empty()) object["params"] = params_json(row.params);
  put(object, "reason", row.reason);
  if (row.counts) object["counts"] = counts_json(*row.counts);
  for (const auto& [name, metric] : row.metrics) object["metrics"][name] = metric_json(metric);
  if (row.per_function) object["per_function"] = per_function_json(*row.per_function);
  put_list(object, "failures", row.failures, failure_json);
  put_list(object, "hits", row.hits, hit_json);
  put_list(object, "leaks", row.leaks, leak_json);
  put_list(object, "log", row.log);
  put_list(object, "warnings", row.warnings);
  return object;
}

}  // namespace

json summary_to_json(const Summary& summary) {
  json object = json::object();
  if (summary.n == 0) return object;
  object = {{"n", summary.n},           {"min", summary.min},   {"p10", summary.p10},
            {"median", summary.median}, {"p90", summary.p90},   {"p99", summary.p99},
            {"max", summary.max},       {"mean", summary.mean}, {"mad", summary.mad}};
  if (summary.stddev) object["stddev"] = *summary.stddev;
  return object;
}

json to_json(const RunResult& result) {
  json object = {
      {"schema", {{"name", kSchemaName}, {"major", kSchemaMajor}, {"minor", kSchemaMinor}}},
      {"context", context_json(result.context)},
      {"complete", result.complete},
      {"results", json::array()}};
  if (result.functions) object["functions"] = functions_json(*result.functions);
  for (const ResultRow& row : result.results) object["results"].push_back(row_json(row));
  return object;
}

std::string serialise(const RunResult& result) { return json_text(to_json(result)); }

}  // namespace trampcheck
