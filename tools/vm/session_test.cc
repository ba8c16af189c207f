#include "tools/vm/session.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

constexpr const char* kPanic =
    "Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b\n";
constexpr const char* kOops = "BUG: kernel NULL pointer dereference, address: 0000000000000000\n";

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    options_.boot_s = 10;
    options_.silence_s = 20;
    options_.deadline_s = 100;
    events_.on_progress = [this](const std::string& line) { progress_ += line; };
    events_.on_output = [this](const std::string& text) { output_ += text; };
  }

  void send(FrameType type, std::string_view payload, int64_t now_ms) {
    session_.result_bytes(encode_frame(type, payload, sequence_++), now_ms);
  }
  void hello(int64_t now_ms = 1000) { send(FrameType::kHello, "{\"protocol\":1}", now_ms); }

  VmOutcome report(VmStatus status, const std::string& qemu_stderr = "") {
    VmOutcome outcome;
    session_.report(status, qemu_stderr, outcome);
    return outcome;
  }

  VmOptions options_;
  VmEvents events_;
  VmSession session_{options_, events_};
  uint16_t sequence_ = 0;
  std::string progress_, output_;
};

TEST_F(SessionTest, FinishedHandsOutEverything) {
  session_.console_bytes("Linux version 6.1\n", 100);
  hello(1500);
  send(FrameType::kProgress, "half", 2000);
  send(FrameType::kOutput, "text", 2000);
  send(FrameType::kSnapshot, "{1}", 2000);
  send(FrameType::kResult, "{2}", 3000);
  send(FrameType::kExit, "{\"status\":1}", 3000);
  EXPECT_EQ(session_.verdict(3001), std::nullopt);
  VmOutcome outcome = report(session_.end({0, 0}, 4000));
  EXPECT_EQ(outcome.status, VmStatus::kFinished);
  EXPECT_EQ(outcome.reason, "");
  EXPECT_EQ(outcome.guest_status, 1);
  EXPECT_EQ(outcome.result, "{2}");
  EXPECT_EQ(outcome.snapshot, "{1}");
  EXPECT_EQ(outcome.latest(), "{2}");
  EXPECT_EQ(outcome.boot_ms, 1500);
  EXPECT_EQ(progress_, "half");
  EXPECT_EQ(output_, "text");
}

TEST_F(SessionTest, AMissingEndMarkerIsNeverAPass) {
  hello();
  send(FrameType::kResult, "{}", 2000);
  VmOutcome outcome = report(session_.end({0, 0}, 4000));
  EXPECT_EQ(outcome.status, VmStatus::kNoResult);
  EXPECT_EQ(outcome.result, "{}");
}

TEST_F(SessionTest, EndMarkerWithoutAStatusIsDamage) {
  hello();
  send(FrameType::kExit, "{}", 2000);
  EXPECT_EQ(session_.end({0, 0}, 4000), VmStatus::kDamaged);
}

TEST_F(SessionTest, DamageSpoilsAnOtherwiseGoodRun) {
  hello();
  ++sequence_;  // one frame lost
  send(FrameType::kExit, "{\"status\":0}", 2000);
  VmOutcome outcome = report(session_.end({0, 0}, 4000));
  EXPECT_EQ(outcome.status, VmStatus::kDamaged);
  EXPECT_NE(outcome.reason.find("frame 2 came where 1 was due"), std::string::npos);
}

TEST_F(SessionTest, TruncatedResultIsDamage) {
  hello();
  std::string frame = encode_frame(FrameType::kResult, "{}", 1);
  session_.result_bytes(frame.substr(0, frame.size() - 1), 2000);
  EXPECT_EQ(session_.end({0, 0}, 4000), VmStatus::kDamaged);
}

TEST_F(SessionTest, AMachineThatWillNotPowerOffIsFinishedAllTheSame) {
  hello();
  send(FrameType::kExit, "{\"status\":0}", 2000);
  EXPECT_EQ(session_.verdict(11999), std::nullopt);
  EXPECT_EQ(session_.verdict(12000), VmStatus::kFinished);
}

TEST_F(SessionTest, SilentBootIsNoBoot) {
  EXPECT_EQ(session_.next_deadline_ms(), 10000);
  EXPECT_EQ(session_.verdict(9999), std::nullopt);
  EXPECT_EQ(session_.verdict(10000), VmStatus::kDidNotBoot);
  EXPECT_NE(report(VmStatus::kDidNotBoot).reason.find("console stayed empty"), std::string::npos);
}

TEST_F(SessionTest, TalkingBootWithoutInitIsNoBoot) {
  session_.console_bytes("Linux version 6.1\n", 9000);
  EXPECT_EQ(session_.verdict(10000), VmStatus::kDidNotBoot);
  EXPECT_EQ(report(VmStatus::kDidNotBoot).reason, "the kernel spoke, init did not in 10.0 s");
}

TEST_F(SessionTest, QemuGoneBeforeInitIsNoBoot) {
  session_.console_bytes("Linux version 6.1\n", 900);
  EXPECT_EQ(session_.end({0, 0}, 4000), VmStatus::kDidNotBoot);
  VmOutcome outcome = report(session_.end({0, 11}, 4000));
  EXPECT_EQ(outcome.status, VmStatus::kDidNotBoot);
  EXPECT_EQ(outcome.reason, "the kernel spoke, init did not in 4.0 s, QEMU died of signal 11");
}

TEST_F(SessionTest, QemuThatFailsAtOnceRefused) {
  EXPECT_EQ(session_.end({1, 0}, 4000), VmStatus::kQemuRefused);
  EXPECT_EQ(report(VmStatus::kQemuRefused, "warning: x\nqemu: invalid accelerator kvm\n").reason,
            "qemu: invalid accelerator kvm");
}

TEST_F(SessionTest, SilenceAfterBootIsAHang) {
  hello(1000);
  session_.console_bytes("still here\n", 5000);
  EXPECT_EQ(session_.next_deadline_ms(), 25000);
  EXPECT_EQ(session_.verdict(24999), std::nullopt);
  EXPECT_EQ(session_.verdict(25000), VmStatus::kHung);
}

TEST_F(SessionTest, TalkingForTooLongIsOverTime) {
  hello(1000);
  send(FrameType::kProgress, ".", 99999);
  EXPECT_EQ(session_.verdict(99999), std::nullopt);
  EXPECT_EQ(session_.verdict(100000), VmStatus::kOverTime);
}

TEST_F(SessionTest, PanicEndsAtOnceAndKeepsTheSnapshot) {
  hello();
  send(FrameType::kSnapshot, "{1}", 2000);
  session_.console_bytes(kPanic, 3000);
  EXPECT_EQ(session_.next_deadline_ms(), 8000);
  EXPECT_EQ(session_.verdict(8000), VmStatus::kPanicked);
  VmOutcome outcome = report(session_.end({0, 0}, 4000));
  EXPECT_EQ(outcome.status, VmStatus::kPanicked);
  EXPECT_EQ(outcome.reason + "\n", kPanic);
  EXPECT_EQ(outcome.latest(), "{1}");
}

TEST_F(SessionTest, OopsGoesOnAndIsNoted) {
  hello();
  session_.console_bytes(kOops, 2000);
  EXPECT_EQ(session_.verdict(2000), std::nullopt);
  send(FrameType::kExit, "{\"status\":0}", 3000);
  VmOutcome outcome = report(session_.end({0, 0}, 4000));
  EXPECT_EQ(outcome.status, VmStatus::kFinished);
  EXPECT_EQ(outcome.console_notes.size(), 1u);
}

TEST_F(SessionTest, OopsExplainsAHang) {
  hello();
  session_.console_bytes(kOops, 2000);
  EXPECT_EQ(session_.verdict(22000), VmStatus::kOopsed);
}

TEST_F(SessionTest, OopsThatEndsInPanicIsAPanic) {
  hello();
  session_.console_bytes(std::string(kOops) + "Kernel panic - not syncing: Fatal exception\n",
                         2000);
  EXPECT_EQ(session_.end({0, 0}, 4000), VmStatus::kPanicked);
}

TEST_F(SessionTest, OutOfMemoryComesBeforeThePanicItCauses) {
  session_.console_bytes("Out of memory: Killed process 1 (init)\n", 2000);
  session_.console_bytes(kPanic, 2000);
  EXPECT_EQ(session_.end({0, 0}, 4000), VmStatus::kOutOfMemory);
}

TEST_F(SessionTest, MissingInit) {
  session_.console_bytes("Kernel panic - not syncing: Requested init /x failed (error -2).\n", 1);
  EXPECT_EQ(session_.end({0, 0}, 4000), VmStatus::kNoInit);
}

TEST_F(SessionTest, StopFlagComesFirst) {
  std::atomic<bool> stop = false;
  options_.stop = &stop;
  hello();
  send(FrameType::kSnapshot, "{1}", 2000);
  EXPECT_EQ(session_.verdict(2000), std::nullopt);
  stop = true;
  EXPECT_EQ(session_.verdict(2000), VmStatus::kInterrupted);
  EXPECT_EQ(report(VmStatus::kInterrupted).latest(), "{1}");
}

}  // namespace
}  // namespace trampcheck
