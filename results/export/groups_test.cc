#include "results/export/groups.h"

#include <gtest/gtest.h>

#include "results/testing/example.h"

namespace trampcheck {
namespace {

TEST(GroupRows, ByExperimentInTheOrderOfTheFile) {
  RunResult result = example_result();
  auto groups = group_rows(result);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].id, "attach");
  EXPECT_EQ(groups[0].verdict, nullptr);
  ASSERT_EQ(groups[0].phases.size(), 1u);
  EXPECT_EQ(groups[0].phases[0].name, "discover");
  EXPECT_EQ(groups[1].id, "attach.fentry");
  EXPECT_EQ(groups[1].verdict, &result.results[1]);
  ASSERT_EQ(groups[1].phases.size(), 8u);
  EXPECT_EQ(groups[1].phases[2].name, "attach");
  EXPECT_EQ(groups[1].phases[2].row->id, "attach.fentry.attach");
}

TEST(GroupRows, PhasesWithoutAVerdict) {
  RunResult result = example_result();
  result.results.erase(result.results.begin() + 1);
  auto groups = group_rows(result);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[1].id, "attach.fentry");
  EXPECT_EQ(groups[1].verdict, nullptr);
  EXPECT_EQ(groups[1].phases.size(), 8u);
}

TEST(GroupRows, AVerdictAlone) {
  RunResult result;
  result.results = {{.id = "regression.some_bug", .status = Status::kPass},
                    {.id = "plain", .status = Status::kDone}};
  auto groups = group_rows(result);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].id, "regression.some_bug");
  EXPECT_NE(groups[0].verdict, nullptr);
  EXPECT_EQ(groups[1].id, "plain");
}

TEST(GroupRows, AVerdictBelowAnother) {
  RunResult result;
  result.results = {
      {.id = "attach.fentry", .params = {{"mechanism", "fentry"}}},
      {.id = "attach.fentry.attach", .params = {{"mechanism", "fentry"}, {"phase", "attach"}}},
      {.id = "attach.fentry.n100", .params = {{"mechanism", "fentry"}}},
      {.id = "attach.fentry.n100.hit", .params = {{"mechanism", "fentry"}, {"phase", "hit"}}}};
  auto groups = group_rows(result);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].id, "attach.fentry");
  EXPECT_EQ(groups[0].phases.size(), 1u);
  EXPECT_EQ(groups[1].id, "attach.fentry.n100");
  EXPECT_EQ(groups[1].verdict, &result.results[2]);
  ASSERT_EQ(groups[1].phases.size(), 1u);
  EXPECT_EQ(groups[1].phases[0].name, "hit");
}

TEST(HasFigures, NotWhereTheVerdictIsSkip) {
  RunResult result = example_result();
  EXPECT_TRUE(has_figures(group_rows(result)[1]));
  EXPECT_TRUE(has_figures(group_rows(result)[2]));  // a FAIL has
  example_row(result, "attach.fentry").status = Status::kSkip;
  EXPECT_FALSE(has_figures(group_rows(result)[1]));
  EXPECT_FALSE(has_figures({.id = "alone"}));
}

TEST(Measured, NullWhereThereAreNoSamples) {
  RunResult result = example_result();
  const ResultRow& row = result.results[0];
  EXPECT_NE(measured(row, "wall_ns"), nullptr);
  EXPECT_EQ(measured(row, "cycles_k"), nullptr);
  EXPECT_EQ(measured(row, "no_such"), nullptr);
  EXPECT_EQ(rounds_of(row), 2u);
}

}  // namespace
}  // namespace trampcheck
