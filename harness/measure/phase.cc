#include "harness/measure/phase.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "harness/kernel/variant.h"
#include "harness/measure/tsc.h"
#include "results/base/file.h"

namespace trampcheck {
namespace {

int64_t clock_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// The next number at or after `at`, moving it on; empty at the end of the line.
std::optional<int64_t> next_number(std::string_view text, size_t& at) {
  while (at < text.size() && text[at] == ' ') ++at;
  int64_t value = 0;
  auto [end, code] = std::from_chars(text.data() + at, text.data() + text.size(), value);
  if (code != std::errc()) return std::nullopt;
  at = static_cast<size_t>(end - text.data());
  return value;
}

// The samples of a row stand side by side: one round without a figure leaves none of the metric's.
void drop(Metric& metric, const std::string& reason) {
  metric.samples.clear();
  if (metric.reason.empty()) metric.reason = reason;
}

}  // namespace

const std::vector<MetricInfo>& metric_table() {
  static const std::vector<MetricInfo> table = {
      {"wall_ns", "ns", "elapsed time, CLOCK_MONOTONIC_RAW"},
      {"tsc", "ticks", "elapsed time stamp counter ticks, lfence; rdtsc"},
      {"cpu_ns", "ns", "time this process was on a CPU, CLOCK_PROCESS_CPUTIME_ID"},
      {"blocked_ns", "ns", "wall_ns - cpu_ns: waiting, mostly for grace periods"},
      {"ctx_switches_voluntary", "count", "times this process slept"},
      {"ctx_switches_involuntary", "count", "times this process was preempted"},
      {"system_cpu_ns", "ns", "kernel time of all CPUs, /proc/stat, in steps of 10 ms"},
      {"ipis_call", "count", "function call interrupts on all CPUs, CAL of /proc/interrupts"},
      {"ipis_tlb", "count", "TLB shootdowns on all CPUs, TLB of /proc/interrupts"},
      {"cycles_k", "cycles", "CPU cycles in the kernel, perf"},
      {"cycles_u", "cycles", "CPU cycles in user space, perf"},
      {"instructions_k", "instructions", "instructions in the kernel, perf"},
  };
  return table;
}

const std::vector<MetricInfo>& variant_metric_table() {
  static const std::vector<MetricInfo> table = {
      {"sync_rounds", "count", "rounds of IPIs to patch text; of poke_batch_ipi kernels"},
      {"batch_ns", "ns", "elapsed time inside batches of text pokes; of poke_batch_ipi kernels"},
      {"image_ns", "ns", "elapsed time making trampoline images; of poke_batch_ipi kernels"},
  };
  return table;
}

std::optional<int64_t> sum_interrupts(std::string_view text, std::string_view row) {
  std::optional<int64_t> sum;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    size_t name = line.find_first_not_of(' ');
    if (name == std::string_view::npos || !line.substr(name).starts_with(row)) continue;
    size_t column = name + row.size();
    if (column >= line.size() || line[column] != ':') continue;
    ++column;
    while (auto count = next_number(line, column)) sum = sum.value_or(0) + *count;
  }
  return sum;
}

std::optional<int64_t> system_nanoseconds(std::string_view text, int64_t ticks_per_second) {
  // "cpu  user nice system idle iowait irq softirq ..."
  if (!text.starts_with("cpu ")) return std::nullopt;
  size_t at = 4;
  int64_t ticks = 0;
  for (int column = 0; column < 7; ++column) {
    auto value = next_number(text, at);
    if (!value) break;
    if (column == 2 || column >= 5) ticks += *value;
  }
  return ticks * (1'000'000'000 / ticks_per_second);
}

Meter::Meter() {
  auto group = PerfGroup::open(hardware_events());
  if (group) {
    perf_.emplace(std::move(*group));
  } else {
    perf_reason_ = group.error().text();
  }
}

void Meter::read_coarse(Reading& reading) const {
  if (auto text = read_file("/proc/interrupts")) {
    reading.ipis_call = sum_interrupts(*text, "CAL");
    reading.ipis_tlb = sum_interrupts(*text, "TLB");
  }
  if (auto text = read_file("/proc/stat")) {
    reading.system_cpu_ns = system_nanoseconds(*text, sysconf(_SC_CLK_TCK));
  }
  reading.pokes = read_poke_counters();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  reading.switches_voluntary = usage.ru_nvcsw;
  reading.switches_involuntary = usage.ru_nivcsw;
}

Reading Meter::begin() const {
  Reading reading;
  read_coarse(reading);
  if (perf_) {
    if (auto counts = perf_->read()) reading.perf = std::move(*counts);
  }
  reading.cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  reading.wall_ns = clock_ns(CLOCK_MONOTONIC_RAW);
  reading.tsc = read_tsc();
  return reading;
}

Reading Meter::end() const {
  Reading reading;
  reading.tsc = read_tsc();
  reading.wall_ns = clock_ns(CLOCK_MONOTONIC_RAW);
  reading.cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  if (perf_) {
    if (auto counts = perf_->read()) reading.perf = std::move(*counts);
  }
  read_coarse(reading);
  return reading;
}

namespace {

std::optional<int64_t> difference(std::optional<int64_t> begin, std::optional<int64_t> end) {
  if (!begin || !end) return std::nullopt;
  return *end - *begin;
}

}  // namespace

Reading difference(const Reading& begin, const Reading& end) {
  Reading moved;
  moved.tsc = end.tsc - begin.tsc;
  moved.wall_ns = end.wall_ns - begin.wall_ns;
  moved.cpu_ns = end.cpu_ns - begin.cpu_ns;
  moved.system_cpu_ns = difference(begin.system_cpu_ns, end.system_cpu_ns);
  moved.ipis_call = difference(begin.ipis_call, end.ipis_call);
  moved.ipis_tlb = difference(begin.ipis_tlb, end.ipis_tlb);
  if (begin.pokes && end.pokes) {
    moved.pokes = PokeCounters{end.pokes->sync_rounds - begin.pokes->sync_rounds,
                               end.pokes->batch_ns - begin.pokes->batch_ns,
                               end.pokes->image_ns - begin.pokes->image_ns};
  }
  moved.switches_voluntary = end.switches_voluntary - begin.switches_voluntary;
  moved.switches_involuntary = end.switches_involuntary - begin.switches_involuntary;
  for (size_t i = 0; i < std::min(begin.perf.size(), end.perf.size()); ++i) {
    moved.perf.push_back(end.perf[i] - begin.perf[i]);
  }
  return moved;
}

void append(std::map<std::string, Metric>& metrics, const Reading& reading,
            const std::string& perf_reason) {
  for (const MetricInfo& info : metric_table()) metrics[info.name].unit = info.unit;
  auto add = [&](const char* name, int64_t value) {
    if (value < 0) return drop(metrics[name], "it went backwards in one of the rounds");
    if (metrics[name].reason.empty()) metrics[name].samples.push_back(value);
  };
  add("wall_ns", reading.wall_ns);
  add("tsc", static_cast<int64_t>(reading.tsc));
  add("cpu_ns", reading.cpu_ns);
  // The two clocks are read one after the other: a phase that never waits can come out a few
  // nanoseconds below nothing.
  add("blocked_ns", std::max<int64_t>(0, reading.wall_ns - reading.cpu_ns));
  add("ctx_switches_voluntary", reading.switches_voluntary);
  add("ctx_switches_involuntary", reading.switches_involuntary);
  auto add_known = [&](const char* name, std::optional<int64_t> value) {
    if (value) return add(name, *value);
    drop(metrics[name], "this kernel does not say");
  };
  add_known("system_cpu_ns", reading.system_cpu_ns);
  add_known("ipis_call", reading.ipis_call);
  add_known("ipis_tlb", reading.ipis_tlb);
  if (reading.pokes) {
    for (const MetricInfo& info : variant_metric_table()) metrics[info.name].unit = info.unit;
    add("sync_rounds", reading.pokes->sync_rounds);
    add("batch_ns", reading.pokes->batch_ns);
    add("image_ns", reading.pokes->image_ns);
  }
  const auto& events = hardware_events();
  for (size_t i = 0; i < events.size(); ++i) {
    if (reading.perf.size() == events.size()) {
      add(events[i].metric, static_cast<int64_t>(reading.perf[i]));
    } else {
      drop(metrics[events[i].metric],
           perf_reason.empty() ? "not readable in one of the rounds" : perf_reason);
    }
  }
}

}  // namespace trampcheck
