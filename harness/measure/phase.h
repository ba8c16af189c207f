// One phase, measured by everything at hand.
#ifndef TRAMPCHECK_HARNESS_MEASURE_PHASE_H_
#define TRAMPCHECK_HARNESS_MEASURE_PHASE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/kernel/variant.h"
#include "harness/measure/perf.h"
#include "results/model/model.h"

namespace trampcheck {

// What all clocks and counters say at one moment, or how far they moved between two.
struct Reading {
  uint64_t tsc = 0;
  int64_t wall_ns = 0;
  int64_t cpu_ns = 0;
  // Empty where the kernel does not say.
  std::optional<int64_t> system_cpu_ns;  // all CPUs, system + irq + softirq, in USER_HZ steps
  std::optional<int64_t> ipis_call;      // CAL of /proc/interrupts, all CPUs
  std::optional<int64_t> ipis_tlb;       // TLB
  std::optional<PokeCounters> pokes;     // of a kernel that the suite built to count them
  int64_t switches_voluntary = 0;
  int64_t switches_involuntary = 0;
  std::vector<uint64_t> perf;  // in the order of hardware_events(); empty where there is no PMU
};

// The metrics that every phase has: name, unit, what they are.
struct MetricInfo {
  const char* name;
  const char* unit;
  const char* description;
};
const std::vector<MetricInfo>& metric_table();

// Those that only a kernel has which the suite built to count them.
const std::vector<MetricInfo>& variant_metric_table();

// One row (CAL, TLB ...) summed over all CPUs, from the text of /proc/interrupts. Empty without it.
std::optional<int64_t> sum_interrupts(std::string_view text, std::string_view row);

// Nanoseconds that all CPUs spent in the kernel, from the text of /proc/stat. Empty where it holds
// no such line.
std::optional<int64_t> system_nanoseconds(std::string_view text, int64_t ticks_per_second);

// Reads the clocks of this process and machine.
class Meter {
 public:
  Meter();

  // Takes a reading: the slow, coarse sources farthest from the phase, the counter nearest to it.
  Reading begin() const;
  Reading end() const;

  // Why the perf metrics are null; empty where they are not.
  const std::string& perf_reason() const { return perf_reason_; }

 private:
  void read_coarse(Reading& reading) const;
  std::optional<PerfGroup> perf_;
  std::string perf_reason_;
};

// end - begin, field by field.
Reading difference(const Reading& begin, const Reading& end);

// Appends one reading to a phase's metrics, making them on first use.
void append(std::map<std::string, Metric>& metrics, const Reading& reading,
            const std::string& perf_reason);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_PHASE_H_
