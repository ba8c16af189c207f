#include "results/stats/steps.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

constexpr double kAlpha = 0.01;

StepSeries repeating(std::vector<double> values) {
  return {.values = std::move(values), .gate = 0.01, .floor = 0, .repeats = true};
}

StepSeries noisy(std::vector<double> values) {
  return {.values = std::move(values), .gate = 0.05, .floor = 0, .repeats = false};
}

std::vector<Step> steps_in(const StepSeries& series) {
  return find_steps(std::vector<StepSeries>{series}, kAlpha).front();
}

TEST(StepsThatRepeat, ALevelIsLeftForGood) {
  const std::vector<Step> steps = steps_in(repeating({100, 100, 100.5, 120, 120, 121}));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].at, 3U);
  EXPECT_EQ(steps[0].before, 100);
  EXPECT_EQ(steps[0].after, 120);
  EXPECT_FALSE(steps[0].p);
  EXPECT_TRUE(steps[0].confirmed);
}

TEST(StepsThatRepeat, OneNightElsewhereIsNone) {
  EXPECT_TRUE(steps_in(repeating({100, 130, 100, 100})).empty());
  EXPECT_TRUE(steps_in(repeating({100, 130, 80, 100})).empty());
}

TEST(StepsThatRepeat, TheLastNightIsNotConfirmed) {
  const std::vector<Step> steps = steps_in(repeating({100, 100, 90}));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].at, 2U);
  EXPECT_EQ(steps[0].after, 90);
  EXPECT_FALSE(steps[0].confirmed);
}

TEST(StepsThatRepeat, TwoNightsInARow) {
  const std::vector<Step> steps = steps_in(repeating({100, 110, 130, 130}));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].at, 1U);
  EXPECT_EQ(steps[0].after, 110);
  EXPECT_EQ(steps[1].at, 2U);
  EXPECT_EQ(steps[1].before, 110);
  EXPECT_EQ(steps[1].after, 130);
}

TEST(StepsThatRepeat, ACreepIsFoundOnceItHasGoneFar) {
  std::vector<double> values;
  for (int night = 0; night < 12; ++night) values.push_back(100 + 0.3 * night);
  const std::vector<Step> steps = steps_in(repeating(values));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].at, 6U);  // 101.8 against a median of 100.75
}

TEST(StepsThatRepeat, GateAndFloor) {
  StepSeries series = repeating({100, 100, 101, 101});
  EXPECT_TRUE(steps_in(series).empty());  // not beyond 1 %
  series.gate = 0.009;
  EXPECT_EQ(steps_in(series).size(), 1U);
  series.floor = 1;
  EXPECT_TRUE(steps_in(series).empty());
}

TEST(StepsThatRepeat, FromAndToNothing) {
  const std::vector<Step> steps = steps_in(repeating({0, 0, 5, 5, 0, 0}));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].after, 5);
  EXPECT_EQ(steps[1].after, 0);
}

TEST(NoisySteps, TwoLevels) {
  const std::vector<Step> steps = steps_in(
      noisy({101, 99, 103, 98, 100, 102, 97, 104, 121, 119, 123, 118, 120, 122, 117, 124}));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].at, 8U);
  EXPECT_EQ(steps[0].before, 100.5);
  EXPECT_EQ(steps[0].after, 120.5);
  // All of 8 above all of 8: 2 of the 12870 ways to choose, and 15 splits to choose from.
  EXPECT_DOUBLE_EQ(*steps[0].p, 15 * 2.0 / 12870);
  EXPECT_TRUE(steps[0].confirmed);
}

TEST(NoisySteps, TooFewNights) {
  // 2 of 70 ways, times 7 splits.
  EXPECT_TRUE(steps_in(noisy({100, 101, 102, 103, 120, 121, 122, 123})).empty());
}

TEST(NoisySteps, CertainButSmall) {
  std::vector<double> values;
  for (int night = 0; night < 20; ++night) values.push_back(night < 10 ? 100 : 104);
  EXPECT_TRUE(steps_in(noisy(values)).empty());
}

TEST(NoisySteps, OneWildNight) {
  std::vector<double> values(30, 100);
  values[15] = 500;
  EXPECT_TRUE(steps_in(noisy(values)).empty());
}

TEST(NoisySteps, UpAndDownAgain) {
  std::vector<double> values;
  for (int night = 0; night < 45; ++night) {
    values.push_back((night >= 15 && night < 30 ? 130 : 100) + night % 3);
  }
  const std::vector<Step> steps = steps_in(noisy(values));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].at, 15U);
  EXPECT_EQ(steps[0].before, 101);
  EXPECT_EQ(steps[0].after, 131);
  EXPECT_EQ(steps[1].at, 30U);
  EXPECT_EQ(steps[1].after, 101);
}

TEST(NoisySteps, ManySeriesAskForMore) {
  // 15 * 2 / 12870 is 0.0023: alone below 0.01, beside nine that show nothing not.
  const StepSeries step = noisy({1, 2, 3, 4, 5, 6, 7, 8, 21, 22, 23, 24, 25, 26, 27, 28});
  std::vector<StepSeries> all(10, noisy({1, 9, 2, 8, 3, 7, 4, 6, 5, 1, 9, 2, 8, 3, 7, 4}));
  all[4] = step;
  EXPECT_EQ(find_steps(std::vector<StepSeries>{step}, kAlpha)[0].size(), 1U);
  for (const auto& steps : find_steps(all, kAlpha)) EXPECT_TRUE(steps.empty());
}

TEST(Steps, NothingToLookAt) {
  EXPECT_TRUE(find_steps({}, kAlpha).empty());
  EXPECT_TRUE(steps_in(noisy({})).empty());
  EXPECT_TRUE(steps_in(repeating({})).empty());
  EXPECT_TRUE(steps_in(repeating({5})).empty());
}

}  // namespace
}  // namespace trampcheck
