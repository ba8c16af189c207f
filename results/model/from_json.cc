// Reads what validate_json() has accepted: required keys are there, and every key has its type.
#include <fmt/format.h>

#include "results/base/json_text.h"
#include "results/model/json.h"
#include "results/model/outline.h"
#include "results/schema/validate.h"

namespace trampcheck {
namespace {

using nlohmann::json;

template <typename T>
void take(const json& object, const char* key, T& into) {
  if (auto found = object.find(key); found != object.end()) found->get_to(into);
}

template <typename T>
void take(const json& object, const char* key, std::optional<T>& into) {
  if (auto found = object.find(key); found != object.end()) into = found->get<T>();
}

template <typename T, typename Convert>
void take_list(const json& object, const char* key, std::vector<T>& into, Convert convert) {
  auto found = object.find(key);
  if (found == object.end()) return;
  for (const json& item : *found) into.push_back(convert(item));
}

KernelInfo read_kernel(const json& context) {
  const json& object = context.at("kernel");
  KernelInfo kernel;
  take(object, "release", kernel.release);
  take(object, "version", kernel.version);
  take(object, "arch", kernel.arch);
  take(object, "cmdline", kernel.cmdline);
  take(object, "config_sha256", kernel.config_sha256);
  take(object, "config", kernel.config);
  take(object, "knobs", kernel.knobs);
  take(object, "clock_source", kernel.clock_source);
  take(object, "taint_before", kernel.taint_before);
  take(object, "taint_after", kernel.taint_after);
  take(object, "tsc_hz", kernel.tsc_hz);
  take(context, "memory_kib", kernel.memory_kib);
  if (auto cpu = context.find("cpu"); cpu != context.end()) {
    take(*cpu, "model", kernel.cpu_model);
    take(*cpu, "online", kernel.cpus_online);
  }
  return kernel;
}

VmInfo read_vm(const json& object) {
  VmInfo vm;
  take(object, "accel", vm.accel);
  take(object, "qemu", vm.qemu);
  take(object, "machine", vm.machine);
  take(object, "cpu_model", vm.cpu_model);
  take(object, "cpus", vm.cpus);
  take(object, "memory_mib", vm.memory_mib);
  take(object, "append", vm.append);
  take(object, "kernel_image", vm.kernel_image);
  take(object, "kernel_package", vm.kernel_package);
  take(object, "boot", vm.boot);
  take(object, "boots", vm.boots);
  take(object, "host_wall_ms", vm.host_wall_ms);
  return vm;
}

Context read_context(const json& object) {
  Context context;
  take(object.at("suite"), "version", context.suite_version);
  take(object.at("suite"), "commit", context.suite_commit);
  take(object.at("suite"), "dirty", context.suite_dirty);
  take(object, "started_at", context.started_at);
  take(object, "argv", context.argv);
  take(object, "seed", context.seed);
  take(object, "domain", context.domain);
  take(object, "tools", context.tools);
  context.kernel = read_kernel(object);
  if (auto vm = object.find("vm"); vm != object.end()) context.vm = read_vm(*vm);
  return context;
}

FunctionSet read_functions(const json& object) {
  FunctionSet set;
  take(object, "available", set.available);
  take(object, "chosen", set.chosen);
  take(object, "excluded", set.excluded);
  take(object, "set_sha256", set.set_sha256);
  take(object, "names", set.names);
  take(object, "lost", set.lost);
  return set;
}

Metric read_metric(const json& object) {
  Metric metric;
  take(object, "unit", metric.unit);
  take(object, "reason", metric.reason);
  metric.better = object.at("better") == "lower" ? Better::kLower : Better::kHigher;
  if (!object.at("samples").is_null()) take(object, "samples", metric.samples);
  return metric;
}

Summary read_summary(const json& object) {
  Summary summary;
  take(object, "n", summary.n);
  take(object, "min", summary.min);
  take(object, "p10", summary.p10);
  take(object, "median", summary.median);
  take(object, "p90", summary.p90);
  take(object, "p99", summary.p99);
  take(object, "max", summary.max);
  take(object, "mean", summary.mean);
  take(object, "mad", summary.mad);
  take(object, "stddev", summary.stddev);
  return summary;
}

PerFunction read_per_function(const json& object) {
  PerFunction times;
  take(object, "unit", times.unit);
  take(object, "functions", times.functions);
  take(object, "samples", times.samples);
  if (object.contains("summary")) times.summary = read_summary(object.at("summary"));
  take_list(object, "slowest", times.slowest, [](const json& entry) {
    return std::pair(entry.at("function").get<std::string>(), entry.at("value").get<int64_t>());
  });
  return times;
}

Counts read_counts(const json& object) {
  Counts counts;
  take(object, "requested", counts.requested);
  take(object, "attached", counts.attached);
  take(object, "failed", counts.failed);
  take(object, "skipped", counts.skipped);
  return counts;
}

Failure read_failure(const json& object) {
  Failure failure;
  take(object, "function", failure.function);
  take(object, "phase", failure.phase);
  take(object, "errno", failure.error_number);
  take(object, "reason", failure.reason);
  take(object, "message", failure.message);
  return failure;
}

HitCheck read_hit(const json& object) {
  HitCheck hit;
  take(object, "function", hit.function);
  take(object, "called", hit.called);
  take(object, "counted", hit.counted);
  take(object, "counted_after_detach", hit.counted_after_detach);
  return hit;
}

Leak read_leak(const json& object) {
  Leak leak;
  take(object, "kind", leak.kind);
  take(object, "before", leak.before);
  take(object, "after", leak.after);
  take(object, "names", leak.names);
  return leak;
}

ParamValue read_param(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.get<int64_t>();
}

ResultRow read_row(const json& object) {
  ResultRow row;
  take(object, "id", row.id);
  row.status = *status_from_string(object.at("status").get<std::string>());
  take(object, "reason", row.reason);
  if (auto params = object.find("params"); params != object.end()) {
    for (const auto& [key, value] : params->items()) row.params[key] = read_param(value);
  }
  for (const auto& [key, value] : object.at("metrics").items()) {
    row.metrics[key] = read_metric(value);
  }
  if (object.contains("counts")) row.counts = read_counts(object.at("counts"));
  if (object.contains("per_function")) {
    row.per_function = read_per_function(object.at("per_function"));
  }
  take_list(object, "failures", row.failures, read_failure);
  take_list(object, "hits", row.hits, read_hit);
  take_list(object, "leaks", row.leaks, read_leak);
  take(object, "log", row.log);
  take(object, "warnings", row.warnings);
  return row;
}

RunResult read_result(const json& value) {
  RunResult result;
  result.context = read_context(value.at("context"));
  if (value.contains("functions")) result.functions = read_functions(value.at("functions"));
  take(value, "complete", result.complete);
  take_list(value, "results", result.results, read_row);
  return result;
}

}  // namespace

Expected<RunResult> from_json(const json& value, const std::string& name) {
  if (auto valid = validate_json(outline(value), name); !valid) return valid.error();
  try {
    return read_result(value);
  } catch (const json::exception& error) {  // the schema should have refused it
    return Error{0, fmt::format("cannot read {}: {}", name, error.what()), "", Exit::kUsage};
  }
}

Expected<RunResult> parse_result(std::string_view text, const std::string& name) {
  auto value = parse_json(text, name);
  if (!value) return value.error();
  return from_json(*value, name);
}

}  // namespace trampcheck
