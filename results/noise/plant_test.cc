#include "results/noise/plant.h"

#include <gtest/gtest.h>

#include "results/compare/testing.h"

namespace trampcheck {
namespace {

LoadedResult boot(const Samples& cpu, const Samples& wall) {
  return run_of(
      "r", "tcg",
      {measured_row("fentry", "attach", {{"cpu_ns", cpu}, {"wall_ns", wall}, {"cycles_k", {}}})});
}

TEST(SplitMetric, AtTheLastDot) {
  EXPECT_EQ(split_metric("attach.fentry.attach.cpu_ns").row, "attach.fentry.attach");
  EXPECT_EQ(split_metric("attach.fentry.attach.cpu_ns").metric, "cpu_ns");
  EXPECT_EQ(split_metric("cpu_ns").row, "");
}

TEST(FindMetric, OnlyWithSamples) {
  LoadedResult one = boot({1}, {2});
  EXPECT_NE(find_metric(one.result, {"attach.fentry.attach", "cpu_ns"}), nullptr);
  EXPECT_EQ(find_metric(one.result, {"attach.fentry.attach", "cycles_k"}), nullptr);
  EXPECT_EQ(find_metric(one.result, {"attach.fentry.attach", "none"}), nullptr);
  EXPECT_EQ(find_metric(one.result, {"attach.fexit.attach", "cpu_ns"}), nullptr);
}

TEST(Plant, CpuTimeIsElapsedTimeToo) {
  LoadedResult one = boot({1000, 2000}, {5000, 9000});
  plant(one.result, {"attach.fentry.attach", "cpu_ns"}, 0.1);
  EXPECT_EQ(one.result.results[0].metrics["cpu_ns"].samples, (Samples{1100, 2200}));
  EXPECT_EQ(one.result.results[0].metrics["wall_ns"].samples, (Samples{5100, 9200}));
}

TEST(Plant, ElapsedTimeAlone) {
  LoadedResult one = boot({1000, 2000}, {5000, 9000});
  plant(one.result, {"attach.fentry.attach", "wall_ns"}, 0.01);
  EXPECT_EQ(one.result.results[0].metrics["cpu_ns"].samples, (Samples{1000, 2000}));
  EXPECT_EQ(one.result.results[0].metrics["wall_ns"].samples, (Samples{5050, 9090}));
}

TEST(TypicalValue, MedianOfMedians) {
  const std::vector<LoadedResult> boots = {boot({1, 3}, {1}), boot({10, 30}, {1}), boot({5}, {1})};
  EXPECT_EQ(typical_value(boots, "attach.fentry.attach.cpu_ns"), 5);
  EXPECT_FALSE(typical_value(boots, "attach.fentry.attach.cycles_k"));
  EXPECT_FALSE(typical_value({}, "attach.fentry.attach.cpu_ns"));
}

}  // namespace
}  // namespace trampcheck
