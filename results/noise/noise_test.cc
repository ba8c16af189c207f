#include "results/noise/noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "results/compare/testing.h"
#include "results/noise/draw.h"

namespace trampcheck {
namespace {

constexpr const char* kMetric = "attach.fentry.attach.cpu_ns";
constexpr int64_t kMs = 1'000'000;

LoadedResult boot(const std::string& domain, int64_t number, int64_t cpu_ns) {
  const Samples samples = {cpu_ns, cpu_ns};
  LoadedResult one =
      run_of("boot" + std::to_string(number), domain,
             {measured_row("fentry", "attach", {{"cpu_ns", samples}, {"wall_ns", samples}}),
              measured_row("fentry", "detach", {{"cpu_ns", {kMs, kMs}}, {"wall_ns", {kMs, kMs}}})},
             number);
  one.result.context.vm->host_wall_ms = 1000 + number;
  return one;
}

// Boots numbered from `first` in steps of 2, as base and next are; the attach takes `cpu_ns`, and
// up to `spread` more in the tenth of the boots that has it worst.
std::vector<LoadedResult> side(const std::string& domain, int64_t first, int boots, int64_t cpu_ns,
                               int64_t spread = 0) {
  std::vector<LoadedResult> all;
  for (int i = 0; i < boots; ++i) {
    all.push_back(boot(domain, first + 2 * i, cpu_ns + spread * ((i * 7 + first * 3) % 10) / 10));
  }
  return all;
}

NoiseOptions options(int64_t boots) {
  return {.boots = boots, .resamples = 20, .power_resamples = 10, .seed = 1, .metric = kMetric};
}

TEST(Shuffled, TheSameEverywhere) {
  std::mt19937_64 random(1);
  const auto order = shuffled(5, random);
  EXPECT_EQ(order, (std::vector<size_t>{1, 4, 0, 2, 3}));
  std::mt19937_64 again(1);
  EXPECT_EQ(shuffled(5, again), order);
  EXPECT_EQ(shuffled(0, random), std::vector<size_t>());
}

TEST(Noise, IcountRepeats) {
  auto noise =
      measure_noise(side("icount", 0, 6, 50 * kMs), side("icount", 1, 6, 50 * kMs), options(1));
  ASSERT_TRUE(noise) << noise.error().text();
  EXPECT_EQ(noise->real.comparisons, 6);
  EXPECT_EQ(noise->real.alarms, 0);
  EXPECT_EQ(noise->real.undecided, 0);
  EXPECT_EQ(noise->resampled.comparisons, 20);
  EXPECT_EQ(noise->resampled.alarms, 0);
  EXPECT_EQ(noise->rounds, 2);
  EXPECT_EQ(noise->pool_boots, 6);
  EXPECT_EQ(smallest_found(*noise, 1, 0.9, true), 0.005);  // the tolerance is 0.25 %
}

TEST(Noise, IcountThatDoesNotRepeat) {
  auto base = side("icount", 0, 4, 50 * kMs);
  auto next = side("icount", 1, 4, 50 * kMs);
  next[2] = boot("icount", 5, 60 * kMs);
  auto noise = measure_noise(base, next, options(1));
  ASSERT_TRUE(noise) << noise.error().text();
  EXPECT_EQ(noise->real.alarms, 1);
  EXPECT_EQ(noise->real.confirmed, 0);  // its neighbour does not see it
  EXPECT_EQ(noise->real.by_metric.at(kMetric), 1);
}

TEST(Noise, EveryBootIsSlower) {
  auto noise =
      measure_noise(side("icount", 0, 4, 50 * kMs), side("icount", 1, 4, 60 * kMs), options(1));
  ASSERT_TRUE(noise) << noise.error().text();
  EXPECT_EQ(noise->real.alarms, 4);
  EXPECT_EQ(noise->real.confirmed, 4);
  EXPECT_EQ(noise->resampled.alarms, 20);
  EXPECT_EQ(noise->resampled.confirmed, 10);  // sides are drawn: the second may see the contrary
}

TEST(Noise, EmulatedBootsTakeMany) {
  auto noise = measure_noise(side("tcg", 0, 24, 50 * kMs, 2 * kMs),
                             side("tcg", 1, 24, 50 * kMs, 2 * kMs), options(12));
  ASSERT_TRUE(noise) << noise.error().text();
  EXPECT_EQ(noise->real.comparisons, 2);
  EXPECT_EQ(noise->resampled.comparisons, 20);
  EXPECT_EQ(noise->resampled.confirmed, 0);
  EXPECT_EQ(smallest_found(*noise, 12, 0.9, true), 0.10);  // less than 5 % never counts
  EXPECT_FALSE(smallest_found(*noise, 13, 0.9, true));     // not tried
  std::vector<int64_t> sizes;
  for (const PowerPoint& point : noise->power) sizes.push_back(point.boots);
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  EXPECT_EQ(sizes, (std::vector<int64_t>{8, 10, 12}));
}

TEST(Noise, TooFewBootsCannotSay) {
  auto noise = measure_noise(side("tcg", 0, 8, 50 * kMs), side("tcg", 1, 8, 50 * kMs), options(4));
  ASSERT_TRUE(noise) << noise.error().text();
  EXPECT_EQ(noise->real.undecided, 2);  // 4 pairs: p < 0.01 takes 8
  EXPECT_FALSE(smallest_found(*noise, 4, 0.9, true));
}

TEST(Noise, WhatCannotBeJudged) {
  auto few = measure_noise(side("tcg", 0, 3, kMs), side("tcg", 1, 3, kMs), options(2));
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().exit, Exit::kNotComparable);
  EXPECT_EQ(few.error().what, "2 boots a side and as many to confirm take 4, there are 3");
  NoiseOptions other = options(1);
  other.metric = "attach.fentry.hit.cpu_ns";
  auto unknown = measure_noise(side("tcg", 0, 3, kMs), side("tcg", 1, 3, kMs), other);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().what, "boot0 has no attach.fentry.hit.cpu_ns");
  auto mixed = measure_noise(side("icount", 0, 3, kMs), side("tcg", 1, 3, kMs), options(1));
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().what, "the boots are not comparable: domain is icount and tcg");
}

TEST(Planted, FoundOrNot) {
  const auto base = side("icount", 0, 4, 50 * kMs);
  auto planted = side("icount", 0, 4, 50 * kMs + kMs / 2);
  for (LoadedResult& one : planted) {
    one.result.context.vm->append = "trampcheck.burn=attach:500000";
    one.result.context.started_at = "2026-11-30T13:00:00Z";
  }
  auto rate = judge_planted(base, planted, options(1));
  ASSERT_TRUE(rate) << rate.error().text();
  EXPECT_EQ(rate->comparisons, 4);
  EXPECT_EQ(rate->found, 4);
  EXPECT_EQ(rate->others, 0);
  planted[1] = boot("icount", 2, 50 * kMs + 1);
  planted[1].result.context.started_at = "2026-11-30T13:00:00Z";
  for (Metric* metric : {&planted[2].result.results[1].metrics["cpu_ns"]}) {
    for (int64_t& ns : metric->samples) ns += kMs;
  }
  rate = judge_planted(base, planted, options(1));
  ASSERT_TRUE(rate) << rate.error().text();
  EXPECT_EQ(rate->found, 3);
  EXPECT_EQ(rate->others, 1);
}

}  // namespace
}  // namespace trampcheck
