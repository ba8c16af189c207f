#include "results/export/scale.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

ResultRow row(const std::string& id, int64_t functions, const char* phase, int64_t cpu_ns,
              int64_t wall_ns) {
  ResultRow row{.id = id, .status = phase ? Status::kDone : Status::kPass};
  row.params = {{"mechanism", std::string("fentry")}, {"functions", functions}};
  if (!phase) {
    row.counts = Counts{functions, functions, 0, 0};
    return row;
  }
  row.params["phase"] = std::string(phase);
  row.metrics["cpu_ns"] = {.unit = "ns", .samples = {cpu_ns}};
  row.metrics["wall_ns"] = {.unit = "ns", .samples = {wall_ns}};
  return row;
}

void add_size(RunResult& result, int64_t functions, int64_t cpu_ns) {
  const std::string id = "attach.fentry.n" + std::to_string(functions);
  result.results.push_back(row(id, functions, nullptr, 0, 0));
  result.results.push_back(row(id + ".attach", functions, "attach", cpu_ns, 2 * cpu_ns));
  result.results.push_back(row(id + ".detach", functions, "detach", 500, 500));
}

RunResult scaled() {
  RunResult result;
  add_size(result, 100, 100'000);
  add_size(result, 10, 10'000);
  return result;
}

TEST(ScaleTest, CurvesAscend) {
  const RunResult result = scaled();
  auto curves = scale_curves({&result});
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].mechanism, "fentry");
  ASSERT_EQ(curves[0].points.size(), 2u);
  EXPECT_EQ(curves[0].points[0].functions, 10);
  auto times = sized_times(curves[0], "attach", "wall_ns");
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[1].functions, 100);
  EXPECT_EQ(times[1].time, 200'000);
  EXPECT_TRUE(sized_times(curves[0], "attach", "cycles_k").empty());
}

TEST(ScaleTest, TextHasTimesPerFunctionAndGrowth) {
  const RunResult result = scaled();
  EXPECT_EQ(document_text(scale_sections({&result})),
            "scale of fentry, time per function\n"
            "  functions  attach cpu  attach wall  detach cpu  detach wall\n"
            "  10            1.00 us      2.00 us       50 ns        50 ns\n"
            "  100           1.00 us      2.00 us        5 ns         5 ns\n"
            "  attach cpu  linear: n^1.00 from 10 to 100 functions\n"
            "  attach wall linear: n^1.00 from 10 to 100 functions\n"
            "  detach cpu  constant: n^0.00 from 10 to 100 functions\n"
            "  detach wall constant: n^0.00 from 10 to 100 functions\n");
}

TEST(ScaleTest, RoundsOfAllRunsCount) {
  RunResult first = scaled();
  RunResult second;
  add_size(second, 100, 300'000);
  add_size(second, 1000, 9'000'000);
  auto curves = scale_curves({&first, &second});
  ASSERT_EQ(curves.size(), 1u);
  ASSERT_EQ(curves[0].points.size(), 3u);
  EXPECT_EQ(samples_at(curves[0].points[1], "attach", "cpu_ns"),
            (std::vector<int64_t>{100'000, 300'000}));
  auto times = sized_times(curves[0], "attach", "cpu_ns");
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[1].time, 200'000);
  EXPECT_EQ(times[2].time, 9'000'000);
}

TEST(ScaleTest, WhatFailedIsNamedAndNotQuoted) {
  RunResult result = scaled();
  add_size(result, 1000, 1);
  for (ResultRow& row : result.results) {
    if (row.id != "attach.fentry.n1000") continue;
    row.status = Status::kFail;
    row.reason = "left behind: 1 link";
  }
  auto curves = scale_curves({&result});
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].points.size(), 2u);
  EXPECT_EQ(curves[0].left_out, std::vector<std::string>{"1000: FAIL: left behind: 1 link"});
  EXPECT_NE(document_text(scale_sections({&result})).find("1000: FAIL: left behind: 1 link\n"),
            std::string::npos);
}

TEST(ScaleTest, OneSizeIsNoCurve) {
  RunResult result;
  add_size(result, 10, 10'000);
  EXPECT_TRUE(scale_curves({&result}).empty());
  EXPECT_EQ(document_text(scale_sections({&result})), "");
}

TEST(ScaleTest, UnsizedRowsAreNone) {
  RunResult result;
  for (int64_t functions : {10, 100}) {
    result.results.push_back(row("attach.fentry", functions, nullptr, 0, 0));
  }
  EXPECT_TRUE(scale_curves({&result}).empty());
}

}  // namespace
}  // namespace trampcheck
