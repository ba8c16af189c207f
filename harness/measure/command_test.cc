#include "harness/measure/command.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trampcheck {
namespace {

const std::vector<PerfEvent> kSoftware = {
    {"task_clock", "ns", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, false, true},
    {"page_faults", "count", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, false, true},
};

void run(const char* script) {
  const pid_t child = fork();
  if (child == 0) {
    execlp("sh", "sh", "-c", script, nullptr);
    _exit(127);
  }
  waitpid(child, nullptr, 0);
}

constexpr const char* kSpin = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
constexpr const char* kSpinInAChild = "(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done); true";

TEST(ChildCounters, CountAChildAndNothingElse) {
  for (const char* script : {kSpin, kSpinInAChild}) {
    auto counters = ChildCounters::open(kSoftware);
    if (!counters) GTEST_SKIP() << counters.error().text();
    volatile uint64_t sink = 0;
    for (int i = 0; i < 2'000'000; ++i) sink = sink + 1;
    auto before = counters->read();
    ASSERT_TRUE(before) << before.error().text();
    EXPECT_EQ(*before, (std::vector<uint64_t>{0, 0}));
    run(script);
    auto after = counters->read();
    ASSERT_TRUE(after) << after.error().text();
    EXPECT_GT((*after)[0], 1'000'000u) << script;
    EXPECT_GT((*after)[1], 0u) << script;
  }
}

TEST(ChildCounters, SayWhichEventTheKernelRefused) {
  auto counters =
      ChildCounters::open({{"nonsense", "count", PERF_TYPE_SOFTWARE, 0xffff, false, false}});
  ASSERT_FALSE(counters);
  EXPECT_NE(counters.error().what.find("perf_event_open(nonsense)"), std::string::npos)
      << counters.error().what;
}

TEST(CommandMeter, TakesTheCommandsOwnFigures) {
  const Meter meter;
  CommandMeter command(meter);
  usleep(2000);
  const Reading reading = command.end({700, 300, 5, 6});
  EXPECT_GE(reading.wall_ns, 2'000'000);
  EXPECT_GT(reading.tsc, 0u);
  EXPECT_EQ(reading.cpu_ns, 1000);
  EXPECT_EQ(reading.switches_voluntary, 5);
  EXPECT_EQ(reading.switches_involuntary, 6);
  EXPECT_NE(reading.perf.empty(), command.perf_reason().empty());
}

TEST(AppendCommand, AddsUserAndSystemTime) {
  std::map<std::string, Metric> metrics;
  Reading reading;
  reading.wall_ns = 1500;
  reading.cpu_ns = 1000;
  append_command(metrics, reading, {700, 300, 0, 0}, "no PMU");
  append_command(metrics, reading, {650, 350, 0, 0}, "no PMU");
  EXPECT_EQ(metrics.size(), metric_table().size() + command_metric_table().size());
  EXPECT_EQ(metrics["user_ns"].samples, (std::vector<int64_t>{700, 650}));
  EXPECT_EQ(metrics["system_ns"].samples, (std::vector<int64_t>{300, 350}));
  EXPECT_EQ(metrics["cpu_ns"].samples, (std::vector<int64_t>{1000, 1000}));
  EXPECT_EQ(metrics["blocked_ns"].samples, (std::vector<int64_t>{500, 500}));
  for (const MetricInfo& info : command_metric_table()) {
    EXPECT_EQ(metrics[info.name].unit, info.unit);
    for (const MetricInfo& other : metric_table()) {
      EXPECT_NE(other.name, std::string(info.name));
    }
  }
}

}  // namespace
}  // namespace trampcheck
