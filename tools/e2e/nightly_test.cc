// Five nights of the nightly recipe, and what each answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tools/e2e/refusal.h"
#include "tools/e2e/support.h"
#include "tools/vm/kernel_test_main.h"

namespace trampcheck {

// The guests here are those of the built command.
GuestMain kernel_test_guest() {
  return [](const Job&, GuestChannel&) { return 0; };
}

namespace {

constexpr double kNightDeadline_s = 600;

class NightlyTest : public testing::Test {
 protected:
  Ran night(const std::string& kernel, const std::vector<std::string>& env = {}) {
    std::vector<std::string> all = {"TRAMPCHECK=" + trampcheck_binary()};
    all.insert(all.end(), env.begin(), env.end());
    return run_command(
        {runfile("tools/nightly"), kernel, "nights", "--", "run", "attach", "--mechanism", "fentry",
         "--functions", "__x64_sys_se*", "--limit", "3", "--rounds", "2", "--skip-exit"},
        folder_, kNightDeadline_s, all);
  }

  void expect(const Ran& ran, int status, const std::string& verdict) {
    EXPECT_EQ(ran.status(), status) << ran.out() << ran.err();
    EXPECT_NE(ran.out().find(": " + verdict + " ("), std::string::npos) << ran.out() << ran.err();
    EXPECT_EQ(ran.processes_left, 0);
  }

  // How many files of this name there are in the folders of the nights.
  int64_t count(const std::string& name) {
    const auto files = files_in(folder_ + "/nights");
    return std::count_if(files.begin(), files.end(),
                         [&](const auto& file) { return file.ends_with("/" + name); });
  }

  std::string folder_ = empty_folder();
};

TEST_F(NightlyTest, OneNightAfterAnother) {
  for (const char* series : {"5.10", "7.3"}) {
    if (!cached_kernel(series)) GTEST_SKIP() << "no kernel " << series << " is cached";
  }
  expect(night("5.10"), 0, "first night");
  expect(night("5.10"), 0, "nothing got worse");
  expect(night("7.3"), 3, "not comparable with the last good night");
  // Another kernel's attach costs more, whatever else differs.
  expect(night("7.3", {"ACROSS=functions,config,params,attached"}), 1,
         "regression, confirmed by a second boot");
  expect(night("nowhere/bzImage"), 4, "no result");
  EXPECT_EQ(count("result.json"), 4);
  EXPECT_EQ(count("again.json"), 1);
  for (const char* name : {"report.text", "report.html", "report.junit", "report.kcidb"}) {
    EXPECT_EQ(count(name), 4) << name;
  }
  auto history = read_file(folder_ + "/nights/history.tsv");
  ASSERT_TRUE(history);
  EXPECT_EQ(std::count(history->begin(), history->end(), '\n'), 5) << *history;
  // The last good one is still the second night's.
  auto good = read_file(folder_ + "/nights/last-good.json");
  ASSERT_TRUE(good);
  EXPECT_NE(good->find("\"release\": \"5.10."), std::string::npos);
}

// Not the 1 of a regression: the kernel has no part in it.
TEST_F(NightlyTest, WhatCannotBeKept) {
  if (!cached_kernel("5.10")) GTEST_SKIP() << "no kernel 5.10 is cached";
  std::filesystem::create_directories(folder_ + "/nights/last-good.json.new");
  expect(night("5.10"), 4, "cannot be kept as nights/last-good.json");
  auto history = read_file(folder_ + "/nights/history.tsv");
  ASSERT_TRUE(history);
  EXPECT_EQ(std::count(history->begin(), history->end(), '\n'), 1) << *history;
  std::filesystem::remove(folder_ + "/nights/last-good.json.new");
  std::filesystem::remove(folder_ + "/nights/history.tsv");
  std::filesystem::create_directory(folder_ + "/nights/history.tsv");
  expect(night("5.10"), 4, "first night");
}

TEST_F(NightlyTest, WhatCannotBegin) {
  Ran usage = run_command({runfile("tools/nightly"), "5.10"}, folder_, 60);
  EXPECT_EQ(usage.status(), 2);
  EXPECT_EQ(usage.err(), "tools/nightly: give a kernel and a folder; see tools/nightly --help\n");
  Ran absent = run_command({runfile("tools/nightly"), "5.10", "nights"}, folder_, 60,
                           {"TRAMPCHECK=/nowhere/trampcheck"});
  EXPECT_EQ(absent.status(), 4);
  make_file(folder_ + "/file", "");
  Ran folder = run_command({runfile("tools/nightly"), "5.10", "file"}, folder_, 60,
                           {"TRAMPCHECK=" + trampcheck_binary()});
  EXPECT_EQ(folder.status(), 4);
  EXPECT_NE(folder.err().find("cannot create file/"), std::string::npos) << folder.err();
}

}  // namespace
}  // namespace trampcheck
