// A self-test of the verdicts on a real kernel, with a harness that is made slower.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/base/file.h"
#include "tools/e2e/refusal.h"
#include "tools/e2e/support.h"
#include "tools/vm/kernel_test_main.h"

namespace trampcheck {

// The guests here are those of the built command.
GuestMain kernel_test_guest() {
  return [](const Job&, GuestChannel&) { return 0; };
}

namespace {

constexpr double kDeadline_s = 900;

TEST(SelftestTest, OnePercentIsFoundAndNothingElse) {
  if (!cached_kernel("7.3")) GTEST_SKIP() << "no kernel 7.3 is cached";
  const std::string folder = empty_folder();
  const Ran ran = run_command({runfile("tools/selftest/trampcheck_planted"),
                               "selftest",
                               "noise",
                               "--kernel",
                               "7.3",
                               "--boots",
                               "2",
                               "--planted",
                               "1",
                               "-o",
                               "noise",
                               "--",
                               "run",
                               "attach",
                               "--mechanism",
                               "fentry",
                               "--functions",
                               "__x64_sys_s*",
                               "--limit",
                               "5",
                               "--rounds",
                               "2",
                               "--skip-exit"},
                              folder, kDeadline_s);
  EXPECT_EQ(ran.status(), 0) << ran.out() << ran.err();
  EXPECT_EQ(ran.processes_left, 0);
  auto text = read_file(folder + "/noise/noise.json");
  ASSERT_TRUE(text) << ran.err();
  const auto noise = nlohmann::json::parse(*text);
  EXPECT_EQ(noise["as_booted"]["comparisons"], 2);
  EXPECT_EQ(noise["as_booted"]["alarms"], 0) << *text;
  EXPECT_EQ(noise["drawn"]["alarms"], 0) << *text;
  EXPECT_EQ(noise["planted"]["comparisons"], 2);
  EXPECT_EQ(noise["planted"]["found"], 2) << *text;
  EXPECT_EQ(noise["planted"]["others"], 0) << *text;
  EXPECT_NEAR(noise["planted"]["slowdown"].get<double>(), 0.01, 1e-6);
}

class SelftestInput : public Refusal {};

TEST_F(SelftestInput, WhatMakesNoSense) {
  auto refuse_noise = [&](std::vector<std::string> options, const std::string& word) {
    std::vector<std::string> all = {"selftest", "noise", "--kernel", "7.3", "-o", "out"};
    all.insert(all.end(), options.begin(), options.end());
    refuse(all, 2, {word});
  };
  refuse_noise({"--planted", "1"}, "//tools/selftest:trampcheck_planted");
  refuse_noise({"--planted", "1", "--accel", "tcg"}, "takes icount");
  refuse_noise({"--boots", "3", "--per-comparison", "2"}, "make 4 or more");
  refuse_noise({"--per-comparison", "0"}, "--per-comparison");
  const char* kMade = "give with -o a folder that `selftest noise` made of this kernel";
  refuse({"selftest", "noise", "--kernel", "7.3", "-o", "out", "--judge"}, 3,
         {"there are no boots", kMade});
  refuse({"selftest", "loud", "--kernel", "7.3", "-o", "out"}, 2, {"action"});
  refuse({"selftest", "noise", "--kernel", "7.3"}, 2, {"--output"});
}

}  // namespace
}  // namespace trampcheck
