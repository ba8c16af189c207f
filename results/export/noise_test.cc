#include "results/export/noise.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace trampcheck {
namespace {

Noise example() {
  Noise noise;
  noise.release = "7.3.4";
  noise.domain = "tcg";
  noise.suite = "0.1.0 abc";
  noise.cpus = 1;
  noise.functions = 20;
  noise.rounds = 2;
  noise.pool_boots = 40;
  noise.options = {.boots = 20, .metric = "attach.fentry.attach.cpu_ns"};
  noise.real = {.comparisons = 2, .alarms = 0, .undecided = 1};
  noise.resampled = {.comparisons = 1000, .alarms = 12, .confirmed = 1};
  noise.resampled.by_metric = {{"attach.fentry.hit.wall_ns", 12}};
  noise.power = {{8, 0.1, 100, 3, 0},
                 {8, 0.2, 100, 50, 20},
                 {20, 0.1, 1000, 899, 500},
                 {20, 0.2, 1000, 900, 899}};
  return noise;
}

TEST(NoiseText, AlarmsFirstThenPower) {
  EXPECT_EQ(noise_text(example()), R"(kernel        7.3.4
domain        tcg, 1 cpu, 20 functions
suite         trampcheck 0.1.0 abc
boots         40 a side, made in turns; 20 a side in a comparison

False alarms: the kernel against itself
             comparisons  alarms         confirmed
  as booted            2       0  0.0 %          0  0.0 %
  drawn             1000      12  1.2 %          1  0.1 %
  moved       attach.fentry.hit.wall_ns: in 12 of 1000 drawn
  undecided   1 as booted and 0 drawn need more boots to say anything

How often a slowdown of attach.fentry.attach.cpu_ns is found
  boots a side   +10 %   +20 %
  8              3.0 %  50.0 %
  20            89.9 %  90.0 %
  finds       +20 % with 20 boots a side of 2 rounds, nine times in ten

How often it is found, and found again by as many other boots
  boots a side   +10 %   +20 %
  8              0.0 %  20.0 %
  20            50.0 %  89.9 %
  confirms    nothing that was tried, with 20 boots a side
)");
}

TEST(NoiseText, NothingFound) {
  Noise noise = example();
  noise.power = {{20, 0.1, 0, 0, 0}};
  EXPECT_NE(noise_text(noise).find("  finds       nothing that was tried, with 20 boots a side\n"),
            std::string::npos);
}

TEST(NoiseText, Planted) {
  Noise noise = example();
  noise.planted = PlantedRate{1'234'567, 0.0101, 100, 100, 0};
  EXPECT_NE(noise_text(noise).find(
                "Planted: boots that burn instructions in each attach\n"
                "  burned      1,234,567 instructions, 1.01 % of attach.fentry.attach.cpu_ns\n"
                "  found       in 100 of 100 comparisons\n"
                "  elsewhere   0 comparisons found another phase changed\n"),
            std::string::npos)
      << noise_text(noise);
}

TEST(NoiseJson, AllFigures) {
  Noise noise = example();
  noise.planted = PlantedRate{1000, 0.01, 100, 99, 1};
  const auto value = nlohmann::json::parse(noise_json(noise));
  EXPECT_EQ(value["schema"]["name"], "trampcheck.noise");
  EXPECT_EQ(value["drawn"]["alarms"], 12);
  EXPECT_EQ(value["drawn"]["confirmed"], 1);
  EXPECT_EQ(value["as_booted"]["undecided"], 1);
  EXPECT_EQ(value["power"].size(), 4u);
  EXPECT_EQ(value["power"][3]["found"], 900);
  EXPECT_EQ(value["power"][3]["confirmed"], 899);
  EXPECT_EQ(value["planted"]["found"], 99);
}

}  // namespace
}  // namespace trampcheck
