#include "results/testing/example.h"

#include <cstdlib>

namespace trampcheck {
namespace {

constexpr const char* kNoPmu = "no PMU: this processor has no performance counters";

Metric metric(const char* unit, std::vector<int64_t> samples) {
  return {.unit = unit, .samples = std::move(samples)};
}

Metric unmeasured(const char* unit) { return {.unit = unit, .reason = kNoPmu}; }

// A phase that took so long in the first round and 2 us longer in the second.
ResultRow phase_row(const std::string& id, int64_t wall_ns, int64_t cpu_ns) {
  int64_t blocked_ns = wall_ns - cpu_ns;
  ResultRow row{.id = id, .status = Status::kDone};
  row.metrics = {
      {"wall_ns", metric("ns", {wall_ns, wall_ns + 2000})},
      {"tsc", metric("ticks", {wall_ns * 2, wall_ns * 2 + 4000})},
      {"cpu_ns", metric("ns", {cpu_ns, cpu_ns})},
      {"blocked_ns", metric("ns", {blocked_ns, blocked_ns + 2000})},
      {"ctx_switches_voluntary", metric("count", {3, 4})},
      {"ctx_switches_involuntary", metric("count", {0, 1})},
      {"system_cpu_ns", metric("ns", {10'000'000, 10'000'000})},
      {"ipis_call", metric("count", {0, 0})},
      {"ipis_tlb", metric("count", {0, 0})},
      {"cycles_k", unmeasured("cycles")},
      {"cycles_u", unmeasured("cycles")},
      {"instructions_k", unmeasured("instructions")},
  };
  return row;
}

void add_phases(RunResult& result, const std::string& mechanism) {
  struct {
    const char* phase;
    int64_t wall_ns, cpu_ns;
  } phases[] = {{"open", 310'000, 300'000},
                {"load", 5'200'000, 5'100'000},
                {"attach", 61'000'000, 21'000'000},
                {"hit", 90'000, 90'000},
                {"detach", 48'000'000, 12'000'000},
                {"unload", 800'000, 700'000},
                {"quiesce", 1'250'000'000, 2'000'000},
                {"exit", 40'000, 40'000}};
  for (const auto& [phase, wall_ns, cpu_ns] : phases) {
    result.results.push_back(phase_row("attach." + mechanism + "." + phase, wall_ns, cpu_ns));
  }
}

ResultRow verdict_row(const std::string& mechanism, Status status, Counts counts) {
  ResultRow row{.id = "attach." + mechanism, .status = status, .counts = counts};
  row.params = {{"mechanism", mechanism}, {"rounds", int64_t{2}}};
  row.hits = {{"do_sys_openat2", 100, 100, 0}, {"ksys_read", 100, 100, 0}};
  return row;
}

void add_fexit(RunResult& result) {
  ResultRow row = verdict_row("fexit", Status::kFail, {4, 3, 1, 0});
  row.reason = "1 trampoline image is left after quiesce";
  row.failures = {{"vfs_read", "attach", 16, "busy", "text poke refused"}};
  row.leaks = {{"trampoline_images", 0, 1, {"bpf_trampoline_6442450983"}}};
  row.log = {"WARNING: CPU: 0 PID: 1 at kernel/bpf/trampoline.c:191"};
  row.warnings = {"2 rounds are too few for a spread outside of icount"};
  result.results.push_back(row);
  add_phases(result, "fexit");
}

Context example_context() {
  Context context;
  context.started_at = "2026-11-30T12:00:00Z";
  context.suite_version = "0.1.0";
  context.suite_commit = "0123456789abcdef0123456789abcdef01234567";
  context.argv = {"trampcheck", "run", "attach", "--mechanism", "fentry,fexit", "--rounds", "2"};
  context.seed = 42;
  context.domain = "icount";
  context.tools = {{"libbpf", "1.1"}, {"compiler", "g++ 12.2.0"}};
  context.kernel = {.release = "6.12.48+deb13-cloud-amd64",
                    .version = "#1 SMP PREEMPT_DYNAMIC Debian 6.12.48-1 (2025-09-20)",
                    .arch = "x86_64",
                    .cmdline = "console=ttyS0 nokaslr",
                    .config_sha256 = std::string(64, 'c'),
                    .config = {{"DYNAMIC_FTRACE_WITH_DIRECT_CALLS", "y"}, {"HZ", "250"}},
                    .knobs = {{"net.core.bpf_jit_enable", "1"}},
                    .clock_source = "tsc",
                    .taint_before = 0,
                    .taint_after = 512,
                    .cpus_online = 1,
                    .cpu_model = "QEMU TCG CPU version 2.5+",
                    .memory_kib = 1'000'000,
                    .tsc_hz = 1'000'000'000};
  context.vm = VmInfo{.accel = "icount",
                      .qemu = "7.2.19",
                      .machine = "q35",
                      .cpu_model = "max",
                      .cpus = 1,
                      .memory_mib = 1024,
                      .append = "nokaslr",
                      .kernel_image = "6.12",
                      .kernel_package = "linux-image-6.12.48+deb13-cloud-amd64 6.12.48-1",
                      .host_wall_ms = 21'500};
  return context;
}

}  // namespace

RunResult example_result() {
  RunResult result;
  result.context = example_context();
  result.functions =
      FunctionSet{.available = 10,
                  .chosen = 4,
                  .excluded = {{"ambiguous_symbol", 1}, {"denied", 2}, {"not_in_btf", 3}},
                  .set_sha256 = std::string(64, 'a'),
                  .names = {"do_sys_openat2", "ksys_read", "vfs_read", "vfs_write"}};
  result.results.push_back(phase_row("attach.discover", 350'000'000, 349'000'000));
  result.results.push_back(verdict_row("fentry", Status::kPass, {4, 4, 0, 0}));
  add_phases(result, "fentry");
  add_fexit(result);
  result.complete = true;
  return result;
}

ResultRow& example_row(RunResult& result, const std::string& id) {
  for (ResultRow& row : result.results) {
    if (row.id == id) return row;
  }
  std::abort();
}

}  // namespace trampcheck
