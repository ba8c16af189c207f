#include "tools/cli/vm_result.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "results/model/json.h"
#include "results/store.h"
#include "results/testing/example.h"

namespace trampcheck {
namespace {

using Lines = std::vector<std::string>;

VmOutcome outcome_of(VmStatus status) {
  VmOutcome outcome;
  outcome.status = status;
  if (status != VmStatus::kFinished) outcome.reason = "so it was";
  outcome.hello = "{}";
  outcome.vm.accel = "icount";
  outcome.vm.qemu = "7.2.22";
  outcome.vm.append = "console=ttyS0 nokaslr";
  return outcome;
}

VmOutcome never_booted(VmStatus status) {
  VmOutcome outcome = outcome_of(status);
  outcome.hello.clear();
  return outcome;
}

Context host_context() {
  Context context;
  context.started_at = "2026-12-24T18:00:00Z";
  context.suite_version = "0.1.0";
  context.argv = {"vm", "--kernel", "6.12"};
  return context;
}

RunResult result_of(const VmOutcome& outcome) {
  Kernel kernel;
  kernel.release = "6.12.48+deb13-cloud-amd64";
  return to_result(outcome, kernel, host_context());
}

const ResultRow* vm_row(const RunResult& result) {
  return !result.results.empty() && result.results.back().id == "vm" ? &result.results.back()
                                                                     : nullptr;
}

const VmStatus kBadEnds[] = {
    VmStatus::kDidNotBoot,  VmStatus::kNoInit,      VmStatus::kPanicked,    VmStatus::kOopsed,
    VmStatus::kOutOfMemory, VmStatus::kHung,        VmStatus::kOverTime,    VmStatus::kNoResult,
    VmStatus::kDamaged,     VmStatus::kQemuRefused, VmStatus::kInterrupted,
};

TEST(ExitOf, AFinishedGuestDecidesItself) {
  VmOutcome outcome = outcome_of(VmStatus::kFinished);
  for (int status : {0, 1, 2, 3, 4}) {
    outcome.guest_status = status;
    EXPECT_EQ(exit_of(outcome), status);
  }
  outcome.guest_status.reset();
  EXPECT_EQ(exit_of(outcome), 4);
}

TEST(ExitOf, AKernelThatBrokeAfterItsBootIsAtFault) {
  for (VmStatus status : {VmStatus::kPanicked, VmStatus::kOopsed, VmStatus::kHung}) {
    EXPECT_EQ(exit_of(outcome_of(status)), 1) << to_string(status);
    EXPECT_EQ(exit_of(never_booted(status)), 4) << to_string(status);
  }
}

TEST(ExitOf, TheRestIsTheEnvironment) {
  for (VmStatus status : {VmStatus::kDidNotBoot, VmStatus::kNoInit, VmStatus::kOutOfMemory,
                          VmStatus::kOverTime, VmStatus::kNoResult, VmStatus::kDamaged,
                          VmStatus::kQemuMissing, VmStatus::kQemuRefused, VmStatus::kBadInput}) {
    EXPECT_EQ(exit_of(outcome_of(status)), 4) << to_string(status);
  }
}

TEST(ExitOf, InterruptedIsSaidAsSuch) {
  EXPECT_EQ(exit_of(outcome_of(VmStatus::kInterrupted)), 130);
  EXPECT_EQ(exit_of(never_booted(VmStatus::kInterrupted)), 130);
}

// A bad end is never a pass, whatever the guest had said before.
TEST(ExitOf, AStatusThatCameBeforeABadEndDoesNotCount) {
  for (VmStatus status : kBadEnds) {
    VmOutcome outcome = outcome_of(status);
    outcome.guest_status = 0;
    EXPECT_NE(exit_of(outcome), 0) << to_string(status);
  }
}

TEST(ToResult, TakesTheGuestsResult) {
  VmOutcome outcome = outcome_of(VmStatus::kFinished);
  outcome.guest_status = 0;
  outcome.result = serialise(example_result());
  const RunResult result = result_of(outcome);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.results.size(), example_result().results.size());
  EXPECT_EQ(vm_row(result), nullptr);
  EXPECT_EQ(result.context.seed, example_result().context.seed);
  // The guest's clock is fixed, and it knows only its part of the command.
  EXPECT_EQ(result.context.argv, host_context().argv);
  EXPECT_EQ(result.context.started_at, host_context().started_at);
  EXPECT_EQ(result.context.vm->qemu, "7.2.22");  // as the host knows it
}

TEST(ToResult, ABadEndKeepsTheSnapshotAndSaysSo) {
  VmOutcome outcome = outcome_of(VmStatus::kPanicked);
  outcome.snapshot = serialise(example_result());
  const RunResult result = result_of(outcome);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.results.size(), example_result().results.size() + 1);
  ASSERT_NE(vm_row(result), nullptr);
  EXPECT_EQ(vm_row(result)->status, Status::kFail);
  EXPECT_EQ(vm_row(result)->reason, std::string(to_string(VmStatus::kPanicked)) + ": so it was");
}

TEST(ToResult, AGuestThatNeverSpokeHasTheHostsContext) {
  const RunResult result = result_of(never_booted(VmStatus::kDidNotBoot));
  EXPECT_EQ(result.context.domain, "icount");
  EXPECT_EQ(result.context.kernel.release, "6.12.48+deb13-cloud-amd64");
  EXPECT_EQ(result.context.kernel.cmdline, "console=ttyS0 nokaslr");
  EXPECT_EQ(result.context.argv, host_context().argv);
  ASSERT_NE(vm_row(result), nullptr);
  EXPECT_EQ(vm_row(result)->status, Status::kError);
}

TEST(ToResult, InterruptedIsMiss) {
  EXPECT_EQ(vm_row(result_of(outcome_of(VmStatus::kInterrupted)))->status, Status::kMiss);
}

TEST(ToResult, ADamagedResultIsNotTaken) {
  VmOutcome outcome = outcome_of(VmStatus::kDamaged);
  outcome.snapshot = "{\"schema\":";
  const RunResult result = result_of(outcome);
  EXPECT_EQ(result.results.size(), 1u);
  EXPECT_EQ(result.context.domain, "icount");
}

TEST(ToResult, KeepsTheLastWordsWithoutEmptyLines) {
  VmOutcome outcome = outcome_of(VmStatus::kOopsed);
  outcome.console_notes = {"WARNING: one"};
  outcome.console_tail = {"", "two", "", "three", ""};
  EXPECT_EQ(vm_row(result_of(outcome))->log, (Lines{"WARNING: one", "two", "three"}));
}

TEST(ToResult, EveryBadEndCanBeSaved) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/vm.json";
  for (VmStatus status : kBadEnds) {
    for (VmOutcome outcome : {outcome_of(status), never_booted(status)}) {
      outcome.console_tail = {"", "last \xff words", "", "\x1b[0m"};
      auto saved = save_result(result_of(outcome), path);
      EXPECT_TRUE(saved) << to_string(status) << ": " << saved.error().text();
    }
  }
}

// Without QEMU or a kernel there was nothing to have a result.
TEST(ToResult, NoMachineNoRows) {
  for (VmStatus status : {VmStatus::kQemuMissing, VmStatus::kBadInput}) {
    VmOutcome outcome;
    outcome.status = status;
    outcome.reason = "qemu-system-x86_64 is not on PATH";
    EXPECT_TRUE(result_of(outcome).results.empty());
    EXPECT_EQ(exit_of(outcome), 4);
  }
}

TEST(DescribeFailure, HasTheLastWordsAndThenTheReason) {
  VmOutcome outcome = outcome_of(VmStatus::kPanicked);
  outcome.console_tail = {"one", "two"};
  EXPECT_EQ(describe_failure(outcome, "6.12"),
            (std::vector<std::string>{"the last lines of the console:", "  | one", "  | two",
                                      "6.12: panicked: so it was"}));
  outcome.console_tail.clear();
  EXPECT_EQ(describe_failure(outcome, "6.12"),
            std::vector<std::string>{"6.12: panicked: so it was"});
}

}  // namespace
}  // namespace trampcheck
