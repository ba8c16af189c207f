#include "tools/bisect/judge.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

RunResult result_with(Status status, std::vector<int64_t> wall_ns) {
  RunResult result;
  ResultRow verdict{.id = "attach.fentry", .status = status};
  if (status != Status::kPass) verdict.reason = "why";
  verdict.counts = Counts{10, 4, 6, 0};
  ResultRow detach{.id = "attach.fentry.detach", .status = Status::kDone};
  detach.metrics["wall_ns"] = {.unit = "ns", .samples = std::move(wall_ns), .reason = "no clock"};
  ResultRow hit{.id = "attach.fentry.hit", .status = Status::kDone};
  hit.metrics["wall_ns"] = {.unit = "ns", .samples = {70}};
  result.results = {verdict, detach, hit};
  return result;
}

const MetricId kDetach = {"attach.fentry.detach", "wall_ns"};

TEST(MetricIdTest, TheLastDotDivides) {
  auto id = parse_metric_id("attach.fentry.detach.wall_ns");
  ASSERT_TRUE(id);
  EXPECT_EQ(id->row, "attach.fentry.detach");
  EXPECT_EQ(id->metric, "wall_ns");
  EXPECT_EQ(id->mechanism(), "fentry");
  for (const char* wrong : {"", "wall_ns", ".wall_ns", "attach."}) {
    auto refused = parse_metric_id(wrong);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().exit, Exit::kUsage);
  }
}

TEST(ReadMetricTest, IsTheMedianPerAttachedFunction) {
  const Measured measured = read_metric(result_with(Status::kPass, {400, 100, 900}), kDetach);
  ASSERT_TRUE(measured.value);
  EXPECT_EQ(measured.value->value, 100);
  EXPECT_TRUE(measured.value->per_function);
  EXPECT_EQ(measured.value->text(), "100 ns per function");
}

TEST(ReadMetricTest, AHitDoesNotGrowWithTheSet) {
  const Measured measured =
      read_metric(result_with(Status::kPass, {1}), {"attach.fentry.hit", "wall_ns"});
  ASSERT_TRUE(measured.value);
  EXPECT_EQ(measured.value->value, 70);
  EXPECT_EQ(measured.value->text(), "70 ns");
}

TEST(ReadMetricTest, SaysWhyThereIsNone) {
  auto reason = [](const RunResult& result, const MetricId& id) {
    const Measured measured = read_metric(result, id);
    EXPECT_FALSE(measured.value);
    return measured.reason;
  };
  EXPECT_EQ(reason(result_with(Status::kFail, {1}), kDetach), "attach.fentry is FAIL: why");
  EXPECT_EQ(reason(result_with(Status::kPass, {}), kDetach),
            "attach.fentry.detach.wall_ns was not measured: no clock");
  EXPECT_EQ(reason(result_with(Status::kPass, {1}), {"attach.fentry.detach", "cycles_k"}),
            "attach.fentry.detach has no metric cycles_k");
  EXPECT_EQ(reason(result_with(Status::kPass, {1}), {"attach.kprobe.attach", "wall_ns"}),
            "the result has no row attach.kprobe.attach");
  RunResult skipped;
  skipped.results = {{.id = "attach.fsession", .status = Status::kSkip, .reason = "no BTF enum"}};
  EXPECT_EQ(reason(skipped, {"attach.fsession.attach", "wall_ns"}),
            "attach.fsession is SKIP: no BTF enum");
}

TEST(LimitTest, LiesInTheDirectionLookedFor) {
  MetricValue time{100, "ns", false, Better::kLower};
  EXPECT_DOUBLE_EQ(limit_from(time, 5, Direction::kWorse).value, 105);
  EXPECT_DOUBLE_EQ(limit_from(time, 5, Direction::kBetter).value, 95);
  MetricValue rate{100, "count", false, Better::kHigher};
  EXPECT_DOUBLE_EQ(limit_from(rate, 5, Direction::kWorse).value, 95);
  EXPECT_DOUBLE_EQ(limit_from(rate, 5, Direction::kBetter).value, 105);
}

TEST(LimitTest, TheLimitItselfIsNoChange) {
  MetricValue time{105, "ns", false, Better::kLower};
  EXPECT_FALSE(is_changed(time, {105, Direction::kWorse}));
  EXPECT_TRUE(is_changed(time, {104, Direction::kWorse}));
  EXPECT_FALSE(is_changed(time, {104, Direction::kBetter}));
  EXPECT_TRUE(is_changed(time, {106, Direction::kBetter}));
}

}  // namespace
}  // namespace trampcheck
