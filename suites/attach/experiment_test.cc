#include "suites/attach/experiment.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>

#include "results/store.h"
#include "suites/attach/suite.h"

namespace trampcheck {
namespace {

using Texts = std::vector<std::string>;

const Mechanism& fentry() { return *find_mechanism("fentry"); }

// What a round left, as an experiment looks at it.
class FakeAttachment : public Attachment {
 public:
  FakeAttachment(size_t attached, std::vector<Refusal> refusals)
      : attached_(attached), refusals_(std::move(refusals)) {}

  Expected<void> load(std::span<const Target>, const LoopControl&) override { return {}; }
  Expected<void> attach(const LoopControl&) override { return {}; }
  Expected<void> detach(const LoopControl&) override { return {}; }
  void unload() override {}
  uint64_t hits(size_t) const override { return 0; }
  size_t attached() const override { return attached_; }
  const std::vector<Refusal>& refusals() const override { return refusals_; }
  std::span<const uint64_t> attach_ticks() const override { return {}; }
  std::span<const uint64_t> detach_ticks() const override { return {}; }
  int test_run_fd() const override { return -1; }

 private:
  size_t attached_;
  std::vector<Refusal> refusals_;
};

const std::vector<Target> kThree = {{"vfs_read"}, {"vfs_write"}, {"__x64_sys_getsid"}};
const FakeAttachment kAllAttached(3, {});

Reading some_reading() {
  Reading reading;
  reading.tsc = 5000;
  reading.wall_ns = 2000;
  reading.cpu_ns = 1500;
  return reading;
}

// All as it should be.
Experiment fine_experiment() {
  Experiment experiment(fentry(), 3);
  experiment.set_counts(kThree, kAllAttached);
  experiment.set_hits({{"__x64_sys_getsid", 3, 3, 0}});
  for (const std::string& phase : attach_phases(fentry())) {
    experiment.add_sample(phase, some_reading(), "no PMU");
  }
  return experiment;
}

ResultRow verdict(const Experiment& experiment, bool complete = true) {
  return experiment.rows(complete).front();
}

TEST(Judge, Pass) {
  const ResultRow row = verdict(fine_experiment());
  EXPECT_EQ(row.id, "attach.fentry");
  EXPECT_EQ(row.status, Status::kPass);
  EXPECT_EQ(row.reason, "");
  EXPECT_EQ(row.params.at("mechanism"), ParamValue("fentry"));
  EXPECT_EQ(row.params.at("functions"), ParamValue(int64_t{3}));
  EXPECT_EQ(row.counts->attached, 3);
}

TEST(Judge, WrongHitsFail) {
  Experiment experiment = fine_experiment();
  experiment.set_hits({{"f", 3, 3, 0}, {"__x64_sys_getsid", 4, 2, 0}});
  ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.reason, "__x64_sys_getsid was called 4 times, its program counted 2");
}

TEST(Judge, HitsAfterDetachFail) {
  Experiment experiment = fine_experiment();
  experiment.set_hits({{"__x64_sys_getsid", 4, 4, 4}});
  ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.reason, "__x64_sys_getsid: its program still ran 4 times after detach");
}

TEST(Judge, AWrongRoundIsNotForgotten) {
  Experiment experiment = fine_experiment();
  experiment.set_hits({{"f", 3, 2, 0}});
  experiment.set_hits({{"f", 3, 3, 0}});
  EXPECT_EQ(verdict(experiment).status, Status::kFail);
  ASSERT_EQ(verdict(experiment).hits.size(), 1u);
  EXPECT_EQ(verdict(experiment).hits[0].counted, 2);
}

TEST(Judge, ALeakFails) {
  Experiment experiment = fine_experiment();
  experiment.add_leaks({{"trampoline_images", 2, 5, {"bpf_trampoline_1"}}});
  ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.reason, "left behind: 5 trampoline_images, 2 before");
}

TEST(Judge, AnAlarmInTheLogFails) {
  Experiment experiment = fine_experiment();
  experiment.add_log({"", ""});
  EXPECT_EQ(verdict(experiment).status, Status::kPass);
  experiment.add_kernel_lines({.alarms = {"", "[1.000000] WARNING: CPU: 0", ""}});
  ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.reason, "the kernel log says: [1.000000] WARNING: CPU: 0");
  EXPECT_EQ(row.log, Texts{"[1.000000] WARNING: CPU: 0"});
}

TEST(Judge, ANoticeInTheLogWarns) {
  Experiment experiment = fine_experiment();
  experiment.add_kernel_lines({.notices = {"[1.000000] rcu_tasks_wait_gp: waits"}});
  ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kPass);
  EXPECT_EQ(row.log, Texts{});
  EXPECT_EQ(row.warnings, Texts{"the kernel log says: [1.000000] rcu_tasks_wait_gp: waits"});
}

TEST(Judge, NoneAttachedFails) {
  Experiment experiment(fentry(), 3);
  experiment.set_counts(kThree, FakeAttachment(0, {{0, "attach", EBUSY, ""},
                                                   {1, "attach", EBUSY, ""},
                                                   {2, "load", EINVAL, "no"}}));
  ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.reason, "none of 3 functions could be attached");
}

TEST(Judge, IncompleteIsMiss) {
  ResultRow row = verdict(fine_experiment(), false);
  EXPECT_EQ(row.status, Status::kMiss);
  EXPECT_EQ(row.reason, "stopped before the end");
  // Complete, and yet it never came to a round.
  EXPECT_EQ(verdict(Experiment(fentry(), 3)).status, Status::kMiss);
}

TEST(Judge, WhatIsBrokenStaysBrokenThoughIncomplete) {
  Experiment experiment = fine_experiment();
  experiment.add_leaks({{"links", 0, 1, {}}});
  EXPECT_EQ(verdict(experiment, false).status, Status::kFail);
}

TEST(Judge, Skip) {
  Experiment experiment(fentry(), 3);
  EXPECT_FALSE(experiment.ended());
  experiment.skip("load refused: Invalid argument");
  EXPECT_TRUE(experiment.ended());
  const auto rows = experiment.rows(true);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].status, Status::kSkip);
  EXPECT_EQ(rows[0].reason, "load refused: Invalid argument");
}

TEST(Judge, AHarnessFailureIsAnError) {
  Experiment experiment = fine_experiment();
  experiment.fail_harness("load", Error{EPERM, "cannot load", "run as root"});
  EXPECT_TRUE(experiment.ended());
  EXPECT_EQ(verdict(experiment).status, Status::kError);
  EXPECT_EQ(verdict(experiment).reason, "load: cannot load; run as root");
}

TEST(Judge, AHangFailsWithTheStacks) {
  Experiment experiment = fine_experiment();
  experiment.hang("detach", "over 300 s",
                  "thread 7:\n[<0>] synchronize_rcu+0x1/0x2\n\nthread 8:\n");
  EXPECT_TRUE(experiment.ended());
  const ResultRow row = verdict(experiment);
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.reason, "hung in detach: over 300 s");
  EXPECT_EQ(row.log, (Texts{"thread 7:", "[<0>] synchronize_rcu+0x1/0x2", "thread 8:"}));
}

TEST(Rows, StandInTheOrderOfThePhases) {
  Experiment experiment(fentry(), 3);
  for (const char* phase : {"quiesce", "attach", "open", "exit", "attach"}) {
    experiment.add_sample(phase, some_reading(), "");
  }
  Texts ids;
  for (const ResultRow& row : experiment.rows(false)) ids.push_back(row.id);
  EXPECT_EQ(ids, (Texts{"attach.fentry", "attach.fentry.open", "attach.fentry.attach",
                        "attach.fentry.quiesce", "attach.fentry.exit"}));
  const ResultRow attach = experiment.rows(false)[2];
  EXPECT_EQ(attach.status, Status::kDone);
  EXPECT_EQ(attach.params.at("phase"), ParamValue("attach"));
  EXPECT_EQ(attach.params.at("mechanism"), ParamValue("fentry"));
  EXPECT_EQ(attach.metrics.at("wall_ns").samples, (std::vector<int64_t>{2000, 2000}));
}

TEST(Judge, WhereNothingMayBeModifiedItDoesNotApply) {
  Experiment experiment(fentry(), 3);
  const char* message = "vfs_read() is not modifiable";
  experiment.set_counts(kThree, FakeAttachment(0, {{0, "load", EINVAL, message},
                                                   {1, "load", EINVAL, message},
                                                   {2, "load", EINVAL, message}}));
  EXPECT_EQ(verdict(experiment).status, Status::kSkip);
  EXPECT_EQ(verdict(experiment).reason, "none of the 3 functions may be modified on this kernel");
  experiment.set_counts(kThree, FakeAttachment(0, {{0, "load", EINVAL, message},
                                                   {1, "load", EINVAL, "something else"},
                                                   {2, "load", EINVAL, message}}));
  EXPECT_EQ(verdict(experiment).status, Status::kFail);
}

TEST(SetCounts, AddUp) {
  Experiment experiment(fentry(), 3);
  experiment.set_counts(kThree, FakeAttachment(1, {{1, "attach", EBUSY, ""}}));
  const ResultRow row = verdict(experiment);
  EXPECT_EQ(row.counts->requested, 3);
  EXPECT_EQ(row.counts->attached, 1);
  EXPECT_EQ(row.counts->failed, 1);
  EXPECT_EQ(row.counts->skipped, 1);
  ASSERT_EQ(row.failures.size(), 1u);
  EXPECT_EQ(row.failures[0].function, "vfs_write");
  EXPECT_EQ(row.failures[0].phase, "attach");
  EXPECT_EQ(row.failures[0].error_number, EBUSY);
  EXPECT_EQ(row.failures[0].reason, "no_ftrace_site");
}

TEST(SetCounts, TheLastRoundStandsAndADifferenceIsSaid) {
  Experiment experiment(fentry(), 3);
  experiment.set_counts(kThree, kAllAttached);
  experiment.set_counts(kThree, FakeAttachment(2, {{1, "attach", ENOMEM, ""}}));
  const ResultRow row = verdict(experiment);
  EXPECT_EQ(row.counts->attached, 2);
  EXPECT_EQ(row.failures.size(), 1u);
  EXPECT_EQ(row.warnings, Texts{"rounds differ: 3 functions attached, then 2"});
}

TEST(SetCounts, ListsTheFirstTwoThousandRefusals) {
  std::vector<Target> targets;
  std::vector<Refusal> refusals;
  for (size_t i = 0; i < 2001; ++i) {
    targets.push_back({"f" + std::to_string(i)});
    refusals.push_back({i, "attach", EBUSY, ""});
  }
  Experiment experiment(fentry(), 2001);
  for (int round = 0; round < 3; ++round) {
    experiment.set_counts(targets, FakeAttachment(0, refusals));
  }
  const ResultRow row = verdict(experiment);
  EXPECT_EQ(row.failures.size(), 2000u);
  EXPECT_EQ(row.counts->failed, 2001);
  EXPECT_EQ(row.warnings, Texts{"only the first 2000 refused functions are listed"});
}

TEST(Warnings, AreSaidOnceAndNeverEmpty) {
  Experiment experiment = fine_experiment();
  for (const char* text : {"one", "", "two", "one"}) experiment.add_warning(text);
  EXPECT_EQ(verdict(experiment).warnings, (Texts{"one", "two"}));
}

ResultRow attach_row(const Experiment& experiment) {
  for (const ResultRow& row : experiment.rows(true)) {
    if (row.id == "attach.fentry.attach") return row;
  }
  return {};
}

using Slowest = std::vector<std::pair<std::string, int64_t>>;
using Ticks = std::vector<uint64_t>;

TEST(PerFunction, KeepsTheRoundsAndTheSlowest) {
  Experiment experiment(fentry(), 3);
  experiment.add_per_function("attach", kThree, Ticks{10, 0, 30});
  experiment.add_per_function("attach", kThree, Ticks{40, 0, 20});
  const ResultRow row = attach_row(experiment);
  ASSERT_TRUE(row.per_function);
  EXPECT_EQ(row.per_function->unit, "ticks");
  EXPECT_EQ(row.per_function->functions, (Texts{"vfs_read", "__x64_sys_getsid"}));
  EXPECT_EQ(row.per_function->samples, (std::vector<std::vector<int64_t>>{{10, 30}, {40, 20}}));
  EXPECT_EQ(row.per_function->slowest, (Slowest{{"vfs_read", 40}, {"__x64_sys_getsid", 30}}));
  EXPECT_TRUE(row.warnings.empty());
}

TEST(PerFunction, TheSlowestAreTenAtMost) {
  std::vector<Target> targets;
  Ticks ticks;
  for (uint64_t i = 0; i < 15; ++i) {
    targets.push_back({"f" + std::to_string(i)});
    ticks.push_back(i < 3 ? 50 : i);  // equals stay in order
  }
  Experiment experiment(fentry(), 15);
  experiment.add_per_function("attach", targets, ticks);
  EXPECT_EQ(attach_row(experiment).per_function->slowest, (Slowest{{"f0", 50},
                                                                   {"f1", 50},
                                                                   {"f2", 50},
                                                                   {"f14", 14},
                                                                   {"f13", 13},
                                                                   {"f12", 12},
                                                                   {"f11", 11},
                                                                   {"f10", 10},
                                                                   {"f9", 9},
                                                                   {"f8", 8}}));
}

TEST(PerFunction, ARoundWithOtherFunctionsIsLeftOut) {
  Experiment experiment(fentry(), 3);
  experiment.add_per_function("attach", kThree, Ticks{10, 0, 30});
  experiment.add_per_function("attach", kThree, Ticks{10, 99, 0});  // as many, but others
  experiment.add_per_function("attach", kThree, Ticks{10, 99, 30});
  experiment.add_per_function("attach", kThree, Ticks{11, 0, 31});
  const ResultRow row = attach_row(experiment);
  EXPECT_EQ(row.per_function->samples, (std::vector<std::vector<int64_t>>{{10, 30}, {11, 31}}));
  EXPECT_EQ(row.per_function->slowest, (Slowest{{"__x64_sys_getsid", 31}, {"vfs_read", 11}}));
  EXPECT_EQ(row.warnings, Texts{"a round attached other functions; its single times are left out"});
}

TEST(PerFunction, NothingMeasuredIsNothingKept) {
  Experiment experiment(fentry(), 3);
  experiment.add_sample("attach", some_reading(), "");
  experiment.add_per_function("attach", kThree, {});
  experiment.add_per_function("attach", kThree, Ticks{0, 0, 0});
  EXPECT_FALSE(attach_row(experiment).per_function);
}

// Whatever an experiment makes, a result file takes.
RunResult result_of(const Experiment& experiment, bool complete) {
  RunResult result;
  result.context.started_at = "2026-11-30T12:00:00Z";
  result.context.suite_version = "0.1.0";
  result.context.domain = "icount";
  result.context.kernel.release = "6.12.48";
  result.context.kernel.arch = "x86_64";
  result.results = experiment.rows(complete);
  result.complete = complete;
  return result;
}

void expect_savable(const Experiment& experiment) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/experiment.json";
  for (bool complete : {false, true}) {
    auto saved = save_result(result_of(experiment, complete), path);
    EXPECT_TRUE(saved) << saved.error().text();
  }
}

TEST(Rows, OfAFineExperimentCanBeSaved) {
  Experiment experiment = fine_experiment();
  Reading counted = some_reading();
  counted.perf = {1, 2, 3};
  experiment.add_sample("attach", counted, "");
  expect_savable(experiment);
}

TEST(Rows, WithEverythingCanBeSaved) {
  Experiment experiment = fine_experiment();
  experiment.set_counts(
      kThree, FakeAttachment(1, {{0, "load", EINVAL, ""}, {1, "attach", 524, "said \xff no"}}));
  experiment.set_hits({{"__x64_sys_getsid", 4, 2, 1}});
  experiment.add_leaks({{"fds", 3, 4, {}}, {"links", 0, 20, Texts(20, "link id 7 of tc_fentry")}});
  experiment.add_log({"", "WARNING: here", ""});
  experiment.add_warning("");
  experiment.add_warning("few rounds");
  for (const char* phase : {"attach", "detach"}) {
    experiment.add_per_function(phase, kThree, Ticks{10, 0, 30});
    experiment.add_per_function(phase, kThree, Ticks{40, 50, 20});
    experiment.add_per_function(phase, kThree, Ticks{7, 0, static_cast<uint64_t>(-3)});
    experiment.add_per_function(phase, kThree, Ticks{7, 0, 8});
  }
  expect_savable(experiment);
}

TEST(Rows, WithCountersThatFailCanBeSaved) {
  Experiment experiment = fine_experiment();
  Reading counted = some_reading();
  counted.perf = {1, 2, 3};
  Reading backwards = counted;
  backwards.tsc = static_cast<uint64_t>(-1);
  backwards.wall_ns = 0;
  backwards.ipis_call = -4;
  for (const Reading& reading : {counted, backwards, some_reading(), counted}) {
    experiment.add_sample("attach", reading, "");
  }
  expect_savable(experiment);
}

TEST(Rows, OfEveryEndCanBeSaved) {
  Experiment skipped(fentry(), 3);
  skipped.skip("not here");
  expect_savable(skipped);
  Experiment failed = fine_experiment();
  failed.fail_harness("load", Error{});
  expect_savable(failed);
  Experiment hung(fentry(), 3);
  hung.hang("detach", "over 300 s", "");
  expect_savable(hung);
  expect_savable(Experiment(fentry(), 0));
}

}  // namespace
}  // namespace trampcheck
