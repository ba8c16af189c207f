// Every way for a machine to end, on real kernels. The pleasant cases run on each kernel that is
// there; the unpleasant ones, which are about the runner, on the first.
#include <dirent.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "results/base/file.h"
#include "tools/vm/kernel_test_guest.h"
#include "tools/vm/kernel_test_main.h"
#include "tools/vm/runner.h"

namespace trampcheck {

GuestMain kernel_test_guest() { return test_guest_main; }

namespace {

// Processes whose parent we are, zombies included.
int children() {
  int count = 0;
  DIR* folder = opendir("/proc");
  while (dirent* entry = readdir(folder)) {
    auto status = read_file(fmt::format("/proc/{}/status", entry->d_name));
    count += status && status->find(fmt::format("\nPPid:\t{}\n", getpid())) != std::string::npos;
  }
  closedir(folder);
  return count;
}

class VmKernelTest : public testing::Test {
 protected:
  void SetUp() override {
    kernels_ = test_kernels();
    if (kernels_.empty()) GTEST_SKIP() << kNoKernels;
    options_.kernel_image = kernels_.front().image;
    options_.accel = Accel::kTcg;
    options_.memory_mib = 512;
  }

  void TearDown() override { EXPECT_EQ(children(), 0); }

  VmOutcome run(std::vector<std::string> argv) {
    options_.job.argv = std::move(argv);
    VmEvents events;
    events.on_output = [this](const std::string& text) { output_ += text; };
    events.on_progress = [this](const std::string& line) { progress_.push_back(line); };
    VmOutcome outcome = run_vm(options_, events);
    for (const std::string& line : outcome.console_tail) tail_ += line + "\n";
    fmt::print("{}: {}; {} ms\n", to_string(outcome.status), outcome.reason,
               outcome.vm.host_wall_ms.value_or(0));
    return outcome;
  }

  std::vector<TestKernel> kernels_;
  VmOptions options_;
  std::string output_, tail_;
  std::vector<std::string> progress_;
};

TEST_F(VmKernelTest, FinishesWithAPayloadOnEveryKernel) {
  for (const TestKernel& kernel : kernels_) {
    options_.kernel_image = kernel.image;
    progress_.clear();
    VmOutcome outcome = run({"payload", "200000"});
    ASSERT_EQ(outcome.status, VmStatus::kFinished) << kernel.name << outcome.reason << tail_;
    EXPECT_EQ(outcome.guest_status, 7);
    EXPECT_EQ(outcome.result, test_payload(200000));
    EXPECT_EQ(outcome.snapshot, "{\"so\":\"far\"}");
    EXPECT_EQ(progress_, std::vector<std::string>{"half way"});
    EXPECT_EQ(outcome.vm.accel, "tcg");
    EXPECT_TRUE(outcome.boot_ms);
  }
}

TEST_F(VmKernelTest, IcountRepeatsToTheTick) {
  options_.accel = Accel::kIcount;
  for (const TestKernel& kernel : kernels_) {
    options_.kernel_image = kernel.image;
    output_.clear();
    ASSERT_EQ(run({"timing"}).status, VmStatus::kFinished) << kernel.name << tail_;
    std::string first = std::exchange(output_, "");
    ASSERT_EQ(run({"timing"}).status, VmStatus::kFinished) << kernel.name << tail_;
    EXPECT_EQ(output_, first) << kernel.name;
  }
}

TEST_F(VmKernelTest, KeepsTheWholeConsole) {
  options_.console_log_path = std::string(std::getenv("TEST_TMPDIR")) + "/console.log";
  ASSERT_EQ(run({kNothingVerb}).status, VmStatus::kFinished) << tail_;
  auto text = read_file(options_.console_log_path);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("Linux version"), std::string::npos);
  EXPECT_NE(text->find("reboot: Power down"), std::string::npos);
}

TEST_F(VmKernelTest, InitMissing) {
  options_.append = "rdinit=/nonexistent";
  VmOutcome outcome = run({kNothingVerb});
  EXPECT_EQ(outcome.status, VmStatus::kNoInit) << outcome.reason << tail_;
}

TEST_F(VmKernelTest, CrashedInitIsAPanicAndTheSnapshotSurvives) {
  VmOutcome outcome = run({"crash"});
  EXPECT_EQ(outcome.status, VmStatus::kPanicked) << outcome.reason << tail_;
  EXPECT_NE(outcome.reason.find("Attempted to kill init"), std::string::npos);
  EXPECT_EQ(outcome.latest(), "{\"so\":\"far\"}");
}

TEST_F(VmKernelTest, SleepingGuestHangs) {
  options_.silence_s = 15;
  VmOutcome outcome = run({"sleep"});
  EXPECT_EQ(outcome.status, VmStatus::kHung) << outcome.reason << tail_;
  EXPECT_EQ(outcome.latest(), "{\"so\":\"far\"}");
}

TEST_F(VmKernelTest, SleepingIcountGuestHangs) {
  options_.accel = Accel::kIcount;
  options_.silence_s = 20;
  EXPECT_EQ(run({"sleep"}).status, VmStatus::kHung) << tail_;
}

TEST_F(VmKernelTest, BusyGuestRunsOverTime) {
  options_.deadline_s = 40;
  EXPECT_EQ(run({"spin"}).status, VmStatus::kOverTime) << tail_;
  EXPECT_FALSE(progress_.empty());
}

TEST_F(VmKernelTest, PowerOffWithoutAnEndMarker) {
  VmOutcome outcome = run({"leave"});
  EXPECT_EQ(outcome.status, VmStatus::kNoResult) << outcome.reason << tail_;
  EXPECT_EQ(outcome.latest(), "{\"so\":\"far\"}");
}

TEST_F(VmKernelTest, DamagedFrame) {
  VmOutcome outcome = run({"damaged"});
  EXPECT_EQ(outcome.status, VmStatus::kDamaged) << outcome.reason << tail_;
  EXPECT_FALSE(outcome.result);
}

TEST_F(VmKernelTest, GuestThatEatsItsMemory) {
  options_.memory_mib = 256;
  VmOutcome outcome = run({"eat"});
  EXPECT_EQ(outcome.status, VmStatus::kOutOfMemory) << outcome.reason << tail_;
  EXPECT_NE(outcome.remedy, "");
}

TEST_F(VmKernelTest, TooLittleMemoryToBootIsAStatusNotAHang) {
  options_.memory_mib = 64;
  options_.boot_s = 40;
  VmOutcome outcome = run({kNothingVerb});
  // How far a kernel comes depends on its size: 5.10 runs dry while it unpacks init.
  EXPECT_TRUE(outcome.status == VmStatus::kOutOfMemory || outcome.status == VmStatus::kDidNotBoot ||
              outcome.status == VmStatus::kPanicked)
      << to_string(outcome.status) << tail_;
  EXPECT_NE(outcome.reason, "");
}

TEST_F(VmKernelTest, TruncatedKernel) {
  auto image = read_file(options_.kernel_image);
  ASSERT_TRUE(image);
  options_.kernel_image = std::string(std::getenv("TEST_TMPDIR")) + "/half";
  ASSERT_TRUE(write_file_atomically(options_.kernel_image, image->substr(0, image->size() / 2)));
  options_.boot_s = 30;
  VmOutcome outcome = run({kNothingVerb});
  EXPECT_EQ(outcome.status, VmStatus::kDidNotBoot) << outcome.reason << tail_;
}

TEST_F(VmKernelTest, NotAKernelIsRefused) {
  options_.kernel_image = "/bin/sh";
  VmOutcome outcome = run({kNothingVerb});
  EXPECT_EQ(outcome.status, VmStatus::kQemuRefused) << outcome.reason << tail_;
  EXPECT_NE(outcome.reason, "");
}

TEST_F(VmKernelTest, MissingKernelFile) {
  options_.kernel_image = "/no/such/vmlinuz";
  EXPECT_EQ(run({kNothingVerb}).status, VmStatus::kBadInput);
}

TEST_F(VmKernelTest, NoQemuOnPath) {
  std::string path = std::getenv("PATH");
  setenv("PATH", "/no/such/folder", 1);
  VmOutcome outcome = run({kNothingVerb});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(outcome.status, VmStatus::kQemuMissing);
  EXPECT_EQ(outcome.remedy, "apt-get install qemu-system-x86");
  EXPECT_EQ(outcome.error().exit, Exit::kEnvironment);
}

TEST_F(VmKernelTest, StopFlagEndsTheMachine) {
  std::atomic<bool> stop = false;
  options_.stop = &stop;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    stop = true;
  });
  VmOutcome outcome = run({"spin"});
  later.join();
  EXPECT_EQ(outcome.status, VmStatus::kInterrupted);
  EXPECT_LT(outcome.vm.host_wall_ms, 10000);
  EXPECT_EQ(outcome.error().exit, Exit::kInterrupted);
}

}  // namespace
}  // namespace trampcheck
