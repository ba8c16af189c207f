// The built command and guests that come to a bad end.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "results/store.h"
#include "tools/e2e/refusal.h"
#include "tools/e2e/shared_guest.h"

namespace trampcheck {
namespace {

constexpr const char* kSeries = "6.12";
constexpr double kGuestDeadline_s = 600;

class BrokenGuest : public testing::Test {
 protected:
  void SetUp() override {
    if (!cached_kernel(kSeries)) GTEST_SKIP() << "no kernel " << kSeries << " is cached";
  }

  Ran run(std::vector<std::string> options, const Command& command) {
    options.insert(options.begin(), {"vm", "--kernel", kSeries, "-o", "f.json"});
    options.push_back("--");
    options.insert(options.end(), command.begin(), command.end());
    Ran ran = run_trampcheck(options, folder_, kGuestDeadline_s);
    EXPECT_EQ(ran.processes_left, 0);
    EXPECT_EQ(ran.finished.exit.signal, 0);
    return ran;
  }

  RunResult load() {
    auto result = load_result(folder_ + "/f.json");
    EXPECT_TRUE(result) << result.error().text();
    return result ? *result : RunResult();
  }

  // The result and the console, nothing half-written.
  void expect_only_whole_files() {
    EXPECT_EQ(files_in(folder_), (std::vector<std::string>{"f.json", "f.json.console.log"}));
  }

  std::string folder_ = empty_folder();
};

TEST_F(BrokenGuest, NoInit) {
  Ran ran = run({"--accel", "tcg", "--append", "rdinit=/nonexistent"}, {"run", "attach"});
  EXPECT_EQ(ran.status(), 4);
  EXPECT_NE(ran.err().find("6.12: no init: "), std::string::npos) << ran.err();
  EXPECT_NE(ran.err().find("  | "), std::string::npos) << ran.err();  // lines of the console
  RunResult result = load();
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(row_of(result, "vm").status, Status::kError);
  expect_only_whole_files();
}

TEST_F(BrokenGuest, OutOfMemory) {
  Ran ran = run({"--accel", "tcg", "--memory", "176"},
                {"run", "attach", "--functions", "*", "--limit", "20000", "--rounds", "1"});
  EXPECT_EQ(ran.status(), 4);
  EXPECT_NE(ran.err().find("out of memory"), std::string::npos) << ran.err();
  EXPECT_NE(ran.err().find("--memory"), std::string::npos) << ran.err();
  EXPECT_FALSE(load().complete);
  expect_only_whole_files();
}

// On 6.12 each detach waits for a tenth of a second and more: a hundred of them cannot make it.
TEST_F(BrokenGuest, APhaseOverItsTime) {
  Ran ran = run({"--accel", "icount"}, {"run", "attach", "--functions", "vfs_*", "--limit", "60",
                                        "--rounds", "1", "--phase-timeout", "0.1"});
  EXPECT_EQ(ran.status(), 4) << ran.err();
  RunResult result = load();
  const ResultRow& row = row_of(result, "attach.fentry");
  EXPECT_EQ(row.status, Status::kError);
  EXPECT_NE(row.reason.find("--phase-timeout, but moved"), std::string::npos) << row.reason;
  expect_only_whole_files();
}

TEST_F(BrokenGuest, WhatTheGuestSaysReachesTheUser) {
  make_file(folder_ + "/in.set", "vfs_read\nno_such_function\n");
  Ran ran = run({"--accel", "tcg"}, {"select", "--functions", "@in.set"});
  EXPECT_EQ(ran.status(), 0);
  EXPECT_TRUE(is_one_line(ran.err(), {"6.12: 1 functions of the set", "no_such_function"}));
  auto set = read_file(folder_ + "/f.json");
  ASSERT_TRUE(set);
  EXPECT_NE(set->find("\nvfs_read\n"), std::string::npos);
}

TEST_F(BrokenGuest, WhatTheGuestRefusesIsOneLine) {
  Ran ran = run({"--accel", "tcg"}, {"run", "attach", "--functions", "no_such_function_*"});
  EXPECT_EQ(ran.status(), 2);
  EXPECT_TRUE(is_one_line(ran.err(), {"6.12: 'no_such_function_*'", "trampcheck select"}));
  EXPECT_EQ(ran.out(), "");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/f.json"));
}

// Waits until the console says so, at most a minute or two.
bool wait_for_console(const std::string& path, std::string_view words) {
  for (int tenths = 0; tenths < 1500; ++tenths) {
    auto text = read_file(path);
    if (text && text->find(words) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return false;
}

TEST_F(BrokenGuest, Interrupted) {
  run_trampcheck({"--version"}, folder_, /*deadline_s=*/60);  // makes us the reaper
  auto process = Process::start(
      {trampcheck_binary(), "vm", "--kernel", kSeries, "--accel", "tcg", "-o", "f.json", "--",
       "run", "attach", "--functions", "*", "--limit", "2000", "--rounds", "50"},
      StartOptions{.folder = folder_});
  ASSERT_TRUE(process);
  ASSERT_TRUE(wait_for_console(folder_ + "/f.json.console.log", "Run /init"));
  std::this_thread::sleep_for(std::chrono::seconds(25));  // into the first round
  ASSERT_FALSE(process->poll_exit());
  kill(process->pid(), SIGINT);
  auto exit = process->wait(/*deadline_s=*/20);
  ASSERT_TRUE(exit) << "still running 20 s after SIGINT";
  EXPECT_EQ(exit->status, 130);
  EXPECT_EQ(exit->signal, 0);
  EXPECT_EQ(processes_left(), 0);
  RunResult result = load();
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(row_of(result, "vm").status, Status::kMiss);
  EXPECT_EQ(row_of(result, "attach.discover").status, Status::kDone);
  expect_only_whole_files();
}

}  // namespace
}  // namespace trampcheck
