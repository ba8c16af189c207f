#include "harness/measure/phase.h"

#include <gtest/gtest.h>

#include <set>

namespace trampcheck {
namespace {

constexpr const char* kInterrupts =
    "           CPU0       CPU1       \n"
    "  0:         33          0   IO-APIC   2-edge      timer\n"
    " 24:          1          2   PCI-MSI 24576-edge      CAL-card\n"
    "NMI:          5          6   Non-maskable interrupts\n"
    "CAL:       1200         34   Function call interrupts\n"
    "CALX:      9000       9000   A longer name\n"
    "TLB:          7          8   TLB shootdowns\n"
    "ERR:          3\n"
    "MIS:          0";

TEST(SumInterrupts, AddsAllCpus) {
  EXPECT_EQ(sum_interrupts(kInterrupts, "CAL"), 1234);
  EXPECT_EQ(sum_interrupts(kInterrupts, "TLB"), 15);
  EXPECT_EQ(sum_interrupts(kInterrupts, "CALX"), 18000);
  EXPECT_EQ(sum_interrupts(kInterrupts, "ERR"), 3);
  EXPECT_EQ(sum_interrupts(kInterrupts, "MIS"), 0);  // and no newline behind it
  EXPECT_EQ(sum_interrupts(kInterrupts, "0"), 33);   // "2-edge" is no count
}

TEST(SumInterrupts, AMissingRowIsNothing) {
  EXPECT_EQ(sum_interrupts(kInterrupts, "CA"), std::nullopt);
  EXPECT_EQ(sum_interrupts(kInterrupts, "RES"), std::nullopt);
  EXPECT_EQ(sum_interrupts("", "CAL"), std::nullopt);
  EXPECT_EQ(sum_interrupts("CAL", "CAL"), std::nullopt);
  EXPECT_EQ(sum_interrupts("CAL:", "CAL"), std::nullopt);
  EXPECT_EQ(sum_interrupts("\n\n   \n", "CAL"), std::nullopt);
}

TEST(SystemNanoseconds, AddsSystemAndInterrupts) {
  // user nice system idle iowait irq softirq steal
  const char* text = "cpu  1 2 100 9999 3 20 3 7 0 0\ncpu0 1 2 55 0 0 0 0 0 0 0\n";
  EXPECT_EQ(system_nanoseconds(text, 100), 1'230'000'000);
  EXPECT_EQ(system_nanoseconds(text, 1000), 123'000'000);
}

TEST(SystemNanoseconds, OtherTextIsNothing) {
  EXPECT_EQ(system_nanoseconds("", 100), std::nullopt);
  EXPECT_EQ(system_nanoseconds("cpu0 1 2 3 4 5 6 7\n", 100), std::nullopt);
  EXPECT_EQ(system_nanoseconds("cpu  1 2 3\n", 100), 30'000'000);
}

Reading reading(int64_t base) {
  Reading made;
  made.tsc = static_cast<uint64_t>(base * 1);
  made.wall_ns = base * 2;
  made.cpu_ns = base * 3;
  made.system_cpu_ns = base * 4;
  made.ipis_call = base * 5;
  made.ipis_tlb = base * 6;
  made.switches_voluntary = base * 7;
  made.switches_involuntary = base * 8;
  return made;
}

TEST(Difference, IsFieldByField) {
  Reading begin = reading(10);
  Reading end = reading(11);
  begin.perf = {100, 200, 300};
  end.perf = {101, 220, 600};
  const Reading moved = difference(begin, end);
  EXPECT_EQ(moved.tsc, 1u);
  EXPECT_EQ(moved.wall_ns, 2);
  EXPECT_EQ(moved.cpu_ns, 3);
  EXPECT_EQ(moved.system_cpu_ns, 4);
  EXPECT_EQ(moved.ipis_call, 5);
  EXPECT_EQ(moved.ipis_tlb, 6);
  EXPECT_EQ(moved.switches_voluntary, 7);
  EXPECT_EQ(moved.switches_involuntary, 8);
  EXPECT_EQ(moved.perf, (std::vector<uint64_t>{1, 20, 300}));
  begin.perf.clear();
  EXPECT_TRUE(difference(begin, end).perf.empty());
}

using Samples = std::vector<int64_t>;
using Metrics = std::map<std::string, Metric>;

TEST(Append, MakesEveryMetricOfTheTable) {
  Metrics metrics;
  append(metrics, reading(1), "no PMU");
  EXPECT_EQ(metrics.size(), metric_table().size());
  for (const MetricInfo& info : metric_table()) {
    ASSERT_EQ(metrics.count(info.name), 1u) << info.name;
    EXPECT_EQ(metrics[info.name].unit, info.unit);
    EXPECT_NE(metrics[info.name].unit, "");
    EXPECT_NE(metrics[info.name].samples.empty(), metrics[info.name].reason.empty()) << info.name;
  }
}

TEST(Append, KeepsTheOrderOfRounds) {
  Metrics metrics;
  append(metrics, reading(1), "");
  append(metrics, reading(3), "");
  append(metrics, reading(2), "");
  EXPECT_EQ(metrics["wall_ns"].samples, (Samples{2, 6, 4}));
  EXPECT_EQ(metrics["tsc"].samples, (Samples{1, 3, 2}));
  EXPECT_EQ(metrics["ipis_tlb"].samples, (Samples{6, 18, 12}));
}

TEST(Append, BlockedIsNeverNegative) {
  Metrics metrics;
  Reading waiting;
  waiting.wall_ns = 100;
  waiting.cpu_ns = 30;
  append(metrics, waiting, "");
  waiting.cpu_ns = 105;
  append(metrics, waiting, "");
  EXPECT_EQ(metrics["blocked_ns"].samples, (Samples{70, 0}));
}

TEST(Append, WithoutAPmuTheReasonStands) {
  Metrics metrics;
  append(metrics, reading(1), "no PMU: perf_event_open(cycles_k)");
  for (const PerfEvent& event : hardware_events()) {
    EXPECT_TRUE(metrics[event.metric].samples.empty());
    EXPECT_EQ(metrics[event.metric].reason, "no PMU: perf_event_open(cycles_k)");
  }
}

TEST(Append, TakesThePmusCounts) {
  Metrics metrics;
  Reading counted = reading(1);
  counted.perf = {10, 20, 30};
  append(metrics, counted, "");
  counted.perf = {11, 21, 31};
  append(metrics, counted, "");
  EXPECT_EQ(metrics["cycles_k"].samples, (Samples{10, 11}));
  EXPECT_EQ(metrics["cycles_u"].samples, (Samples{20, 21}));
  EXPECT_EQ(metrics["instructions_k"].samples, (Samples{30, 31}));
  EXPECT_EQ(metrics["cycles_k"].reason, "");
}

// Results refuse a metric with samples and a reason, or with fewer samples than its neighbours.
TEST(Append, ARoundWithoutCountsTakesTheMetricAway) {
  for (bool first : {true, false}) {
    Metrics metrics;
    for (bool counts : {!first, first, true}) {
      Reading counted = reading(1);
      if (counts) counted.perf = {10, 20, 30};
      append(metrics, counted, "");
    }
    EXPECT_TRUE(metrics["cycles_k"].samples.empty());
    EXPECT_EQ(metrics["cycles_k"].reason, "not readable in one of the rounds");
    EXPECT_EQ(metrics["wall_ns"].samples.size(), 3u);
  }
}

TEST(Append, ACounterThatWentBackwardsIsTakenAway) {
  Metrics metrics;
  append(metrics, reading(1), "");
  Reading backwards = reading(1);
  backwards.tsc = static_cast<uint64_t>(-5);
  append(metrics, backwards, "");
  append(metrics, reading(1), "");
  EXPECT_TRUE(metrics["tsc"].samples.empty());
  EXPECT_EQ(metrics["tsc"].reason, "it went backwards in one of the rounds");
  EXPECT_EQ(metrics["wall_ns"].samples.size(), 3u);
}

TEST(MetricTable, NamesAreUniqueAndDescribed) {
  std::set<std::string> names;
  for (const MetricInfo& info : metric_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_NE(info.description, std::string());
  }
}

TEST(Meter, ClocksMoveForward) {
  const Meter meter;
  const Reading begin = meter.begin();
  const Reading moved = difference(begin, meter.end());
  EXPECT_GT(moved.tsc, 0u);
  EXPECT_LT(moved.tsc, uint64_t{1} << 40);
  EXPECT_GT(moved.wall_ns, 0);
  EXPECT_GE(moved.cpu_ns, 0);
  EXPECT_NE(begin.perf.empty(), meter.perf_reason().empty());
}

}  // namespace
}  // namespace trampcheck
