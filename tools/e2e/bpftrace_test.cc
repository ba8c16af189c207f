// bpftrace in a guest, from the user's command to the result file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "results/store.h"
#include "tools/e2e/refusal.h"
#include "tools/e2e/support.h"
#include "tools/vm/guest.h"
#include "tools/vm/kernel_test_main.h"

namespace trampcheck {

// The guests here are those of the command, which is its own init.
GuestMain kernel_test_guest() {
  return [](const Job&, GuestChannel&) { return 0; };
}

namespace {

constexpr double kGuestDeadline_s = 900;
constexpr const char* kGlob = "__x64_sys_sh*";  // shutdown and four of shared memory

class BpftraceRun : public testing::Test {
 protected:
  explicit BpftraceRun(const char* series = "7.3") : series_(series) {}

  void SetUp() override {
    if (!find_program("bpftrace")) GTEST_SKIP() << "bpftrace is not installed";
    if (!cached_kernel(series_)) GTEST_SKIP() << "no kernel " << series_ << " is cached";
  }

  // `trampcheck vm ... -- run attach ...`, and the result that it leaves.
  void run(std::vector<std::string> command) {
    const std::vector<std::string> words = {"vm",          "--kernel", series_,      "-o",
                                            "f.json",      "--",       "run",        "attach",
                                            "--functions", kGlob,      "--skip-exit"};
    command.insert(command.begin(), words.begin(), words.end());
    ran_ = run_trampcheck(command, folder_, kGuestDeadline_s);
    EXPECT_EQ(ran_.processes_left, 0);
    auto result = load_result(folder_ + "/f.json");
    ASSERT_TRUE(result) << result.error().text() << "\n" << ran_.err();
    result_ = *std::move(result);
  }

  const ResultRow& row(const std::string& id) const {
    auto found = std::find_if(result_.results.begin(), result_.results.end(),
                              [&](const ResultRow& candidate) { return candidate.id == id; });
    EXPECT_NE(found, result_.results.end()) << id;
    return found == result_.results.end() ? kNoRow : *found;
  }

  bool has_row(const std::string& id) const {
    return std::any_of(result_.results.begin(), result_.results.end(),
                       [&](const ResultRow& candidate) { return candidate.id == id; });
  }

  std::vector<int64_t> samples(const std::string& id, const std::string& metric) const {
    const auto& metrics = row(id).metrics;
    auto found = metrics.find(metric);
    return found == metrics.end() ? std::vector<int64_t>() : found->second.samples;
  }

  void expect_nothing_left() const {
    for (const ResultRow& each : result_.results) {
      EXPECT_TRUE(each.leaks.empty()) << each.id << ": " << each.leaks.front().kind;
    }
    ASSERT_TRUE(result_.context.kernel.taint_before);
    EXPECT_EQ(result_.context.kernel.taint_before, result_.context.kernel.taint_after);
  }

  static inline const ResultRow kNoRow;
  const std::string series_;
  std::string folder_ = empty_folder();
  Ran ran_;
  RunResult result_;
};

class BpftraceTest : public BpftraceRun, public testing::WithParamInterface<const char*> {
 protected:
  BpftraceTest() : BpftraceRun(GetParam()) {}
};

INSTANTIATE_TEST_SUITE_P(Series, BpftraceTest, testing::Values("6.12", "7.3"),
                         [](const auto& series) {
                           std::string name = std::string("v") + series.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST_P(BpftraceTest, IsAnExperimentAmongOthers) {
  run({"--mechanism", "fentry,bpftrace", "--rounds", "2"});
  EXPECT_EQ(ran_.status(), 0) << ran_.err();
  EXPECT_TRUE(result_.complete);
  const ResultRow& verdict = row("attach.bpftrace");
  EXPECT_EQ(verdict.status, Status::kPass) << verdict.reason;
  EXPECT_EQ(verdict.params.at("mechanism"), ParamValue("bpftrace"));
  EXPECT_EQ(verdict.params.at("command"),
            ParamValue(fmt::format(
                "bpftrace -ve 'kfunc:{} {{ }} i:ms:10 {{ print(\"exit\\n\"); exit();}}'", kGlob)));
  ASSERT_TRUE(verdict.counts);
  // None of these is on the deny list, so that both attach the same.
  EXPECT_EQ(verdict.counts->requested, row("attach.fentry").counts->attached);
  EXPECT_EQ(verdict.counts->attached, verdict.counts->requested);
  EXPECT_GE(verdict.counts->attached, 5);
  EXPECT_TRUE(verdict.log.empty());
  EXPECT_TRUE(verdict.warnings.empty());
  expect_nothing_left();
}

TEST_P(BpftraceTest, IsMeasuredAsOnePhase) {
  run({"--mechanism", "bpftrace", "--rounds", "2"});
  EXPECT_EQ(ran_.status(), 0) << ran_.err();
  const std::string id = "attach.bpftrace.command";
  const auto cpu = samples(id, "cpu_ns");
  const auto user = samples(id, "user_ns");
  const auto system = samples(id, "system_ns");
  const auto wall = samples(id, "wall_ns");
  ASSERT_EQ(cpu.size(), 2u);
  ASSERT_EQ(user.size(), 2u);
  ASSERT_EQ(system.size(), 2u);
  ASSERT_EQ(wall.size(), 2u);
  for (size_t round = 0; round < 2; ++round) {
    EXPECT_EQ(cpu[round], user[round] + system[round]);
    EXPECT_GT(user[round], 100'000'000);  // it compiles
    EXPECT_GT(system[round], 0);
    EXPECT_GT(wall[round], cpu[round]);
  }
  // The second round differs from the first by no more than what a timer moves.
  EXPECT_NEAR(static_cast<double>(cpu[0]), static_cast<double>(cpu[1]),
              static_cast<double>(cpu[0]) * 0.1);
  EXPECT_TRUE(samples(id, "cycles_k").empty());
  EXPECT_NE(row(id).metrics.at("cycles_k").reason.find("no PMU"), std::string::npos);
  EXPECT_EQ(samples("attach.bpftrace.quiesce", "wall_ns").size(), 2u);
  EXPECT_FALSE(has_row("attach.bpftrace.attach"));
  EXPECT_FALSE(has_row("attach.bpftrace.exit"));
}

TEST_P(BpftraceTest, IsKilledAtItsDeadline) {
  run({"--mechanism", "bpftrace", "--rounds", "1", "--phase-timeout", "0.6"});
  EXPECT_EQ(ran_.status(), 4);
  const ResultRow& verdict = row("attach.bpftrace");
  EXPECT_EQ(verdict.status, Status::kError);
  EXPECT_TRUE(verdict.reason.starts_with("command: took longer than the 0.6 s of --phase-timeout"))
      << verdict.reason;
  EXPECT_FALSE(has_row("attach.bpftrace.command"));
  expect_nothing_left();
}

// What it does not know it is not asked for: the others' figures stay what they are without it.
TEST_F(BpftraceRun, AllDoesNotNameIt) {
  run({"--mechanism", "all", "--rounds", "1"});
  EXPECT_EQ(ran_.status(), 0) << ran_.err();
  EXPECT_EQ(row("attach.bpftrace").status, Status::kSkip);
  EXPECT_EQ(row("attach.bpftrace").reason,
            "a command of its own, which runs only where it is named: --mechanism all,bpftrace");
  EXPECT_EQ(row("attach.kprobe_multi").status, Status::kPass);
}

using BpftraceInput = Refusal;

TEST_F(BpftraceInput, NotInstalled) {
  refuse({"vm", "--kernel", "6.12", "--", "run", "attach", "--mechanism", "all,bpftrace"}, 4,
         {"bpftrace is not on PATH", "apt-get install bpftrace"}, {"PATH=/nonexistent"});
}

TEST_F(BpftraceInput, TooLittleMemory) {
  if (!find_program("bpftrace")) GTEST_SKIP() << "bpftrace is not installed";
  refuse({"vm", "--kernel", "6.12", "--memory", "300", "--", "run", "attach", "--mechanism",
          "bpftrace"},
         2, {"bpftrace with its libraries", "--memory gives 300", "say --memory"});
}

}  // namespace
}  // namespace trampcheck
