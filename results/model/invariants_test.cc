#include "results/model/invariants.h"

#include <gtest/gtest.h>

#include "results/model/json.h"
#include "results/testing/example.h"

namespace trampcheck {
namespace {

std::string fault(const RunResult& result) {
  auto sound = check_invariants(result, "f");
  return sound ? "none" : sound.error().what;
}

TEST(Invariants, ExampleIsSound) { EXPECT_EQ(fault(example_result()), "none"); }

TEST(Invariants, CountsAddUp) {
  RunResult result = example_result();
  example_row(result, "attach.fentry").counts->attached = 3;
  EXPECT_EQ(fault(result),
            "f contradicts itself: attach.fentry: counts: requested 4 is not attached 3 + failed 0"
            " + skipped 0");
  example_row(result, "attach.fentry").counts = Counts{0, 1, -1, 0};
  EXPECT_EQ(fault(result), "f contradicts itself: attach.fentry: counts: a count is negative");
}

TEST(Invariants, FunctionsAddUp) {
  RunResult result = example_result();
  result.functions->available = 11;
  EXPECT_EQ(fault(result),
            "f contradicts itself: functions: available 11 is not chosen 4 + the sum of excluded");
  result = example_result();
  result.functions->names.pop_back();
  EXPECT_EQ(fault(result), "f contradicts itself: functions: 3 names for 4 chosen");
  result.functions->names.clear();
  EXPECT_EQ(fault(result), "none");
}

TEST(Invariants, MetricsHaveEquallyManySamplesOrAReason) {
  RunResult result = example_result();
  Metric& wall = example_row(result, "attach.discover").metrics["wall_ns"];
  wall.samples = {1};
  EXPECT_EQ(fault(result),
            "f contradicts itself: attach.discover: metrics.wall_ns: 1 samples, but tsc has 2");
  wall.samples = {};
  EXPECT_EQ(fault(result),
            "f contradicts itself: attach.discover: metrics.wall_ns: neither samples"
            " nor a reason why there are none");
  wall.reason = "the clock stood still";
  EXPECT_EQ(fault(result), "none");
  wall.samples = {1, 2};
  EXPECT_EQ(fault(result),
            "f contradicts itself: attach.discover: metrics.wall_ns: both samples"
            " and a reason why there are none");
  wall = {.unit = "ns", .samples = {1, -2}};
  EXPECT_EQ(fault(result),
            "f contradicts itself: attach.discover: metrics.wall_ns: a sample is negative");
}

TEST(Invariants, IdsAreUniqueAndWellFormed) {
  RunResult result = example_result();
  result.results.push_back(result.results[0]);
  EXPECT_EQ(fault(result), "f contradicts itself: attach.discover: two rows have this id");
  for (const char* id : {"", ".a", "a.", "a..b", "A", "a b", "a\n"}) {
    result.results.back().id = id;
    EXPECT_NE(fault(result).find("an id is words"), std::string::npos) << id;
  }
}

TEST(Invariants, OnlyPassAndDoneNeedNoReason) {
  RunResult result = example_result();
  ResultRow& row = example_row(result, "attach.fentry");
  for (Status status : {Status::kFail, Status::kError, Status::kMiss, Status::kSkip}) {
    row.status = status;
    EXPECT_EQ(fault(result), std::string("f contradicts itself: attach.fentry: status ") +
                                 to_string(status) + " without a reason");
  }
  row.status = Status::kDone;
  EXPECT_EQ(fault(result), "none");
}

TEST(Invariants, PerFunctionIsRectangularAndSorted) {
  RunResult result = example_result();
  auto& times = example_row(result, "attach.fentry.attach").per_function.emplace();
  times = {.unit = "tsc", .functions = {"a", "b"}, .samples = {{1, 2}, {3}}};
  EXPECT_NE(fault(result).find("round 1 has 1 samples for 2 functions"), std::string::npos);
  times.samples = {{1, 2}};
  times.slowest = {{"a", 1}, {"b", 2}};
  EXPECT_NE(fault(result).find("slowest is not sorted"), std::string::npos);
  times.slowest = {{"b", 2}, {"a", 1}};
  EXPECT_EQ(fault(result), "none");
}

TEST(Summaries, AgreeWithTheSamples) {
  nlohmann::json value = to_json(example_result());
  EXPECT_TRUE(check_summaries(value, "f"));
  nlohmann::json& metric = value["results"][0]["metrics"]["wall_ns"];
  metric["summary"]["median"] = 350001000.0 * (1 + 1e-10);
  EXPECT_TRUE(check_summaries(value, "f"));
  metric["summary"]["median"] = 350001001.0;
  auto sound = check_summaries(value, "f");
  ASSERT_FALSE(sound);
  EXPECT_EQ(sound.error().what,
            "f contradicts itself: attach.discover: metrics.wall_ns.summary: median is 350001001.0,"
            " the samples give 350001000.0");
  metric.erase("summary");
  EXPECT_TRUE(check_summaries(value, "f"));
  value["results"][0]["metrics"]["cycles_k"]["summary"] = {{"n", 1}};
  EXPECT_FALSE(check_summaries(value, "f"));
}

}  // namespace
}  // namespace trampcheck
