#include "suites/attach/hit.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <set>

#include "suites/attach/triggers.h"

namespace trampcheck {
namespace {

std::vector<Target> targets_of(const std::vector<std::string>& names) {
  std::vector<Target> targets;
  for (const std::string& name : names) targets.push_back({name});
  return targets;
}

TEST(Triggers, AreUniqueAndFound) {
  std::set<std::string> names;
  for (const Trigger& trigger : triggers()) {
    EXPECT_TRUE(names.insert(trigger.function).second) << trigger.function;
    EXPECT_EQ(find_trigger(trigger.function), &trigger);
  }
  EXPECT_GE(names.size(), 20u);
  EXPECT_EQ(find_trigger("vfs_read"), nullptr);
  EXPECT_EQ(find_trigger(""), nullptr);
}

TEST(Triggers, ReturnAtOnceAndLeaveOnlyErrno) {
  const auto begin = std::chrono::steady_clock::now();
  for (const Trigger& trigger : triggers()) {
    trigger.call();
    // Refused for its arguments, not for want of permission: root and others see the same.
    EXPECT_NE(errno, EPERM) << trigger.function;
    errno = 0;
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(PlanHits, TakesWhatCanBeCalled) {
  const auto targets = targets_of({"vfs_read", "__x64_sys_getsid", "bpf_fentry_test1", "tcp_ack",
                                   "__x64_sys_times", "bpf_fentry_test10"});
  const auto plan = plan_hits(targets);
  ASSERT_EQ(plan.size(), 4u);
  EXPECT_EQ(plan[0].index, 1u);
  EXPECT_EQ(plan[1].index, 2u);
  EXPECT_EQ(plan[2].index, 4u);
  EXPECT_EQ(plan[3].index, 5u);
  EXPECT_EQ(plan[0].call, find_trigger("__x64_sys_getsid")->call);
  EXPECT_EQ(plan[1].call, nullptr);
  EXPECT_EQ(plan[3].call, nullptr);
  // Test functions run together; no system call is made as often.
  EXPECT_EQ(plan[1].calls, plan[3].calls);
}

TEST(PlanHits, SystemCallsAreCalledDifferentlyOften) {
  std::vector<std::string> names = {"bpf_fentry_test1"};
  for (const Trigger& trigger : triggers()) names.push_back(trigger.function);
  const auto targets = targets_of(names);
  const auto plan = plan_hits(targets);
  ASSERT_EQ(plan.size(), names.size());
  std::set<int64_t> calls;
  for (const PlannedHit& hit : plan) {
    EXPECT_GT(hit.calls, 0);
    EXPECT_TRUE(calls.insert(hit.calls).second) << names[hit.index] << " " << hit.calls;
  }
}

TEST(PlanHits, MayBeNone) {
  EXPECT_TRUE(plan_hits({}).empty());
  const auto targets = targets_of({"vfs_read", "bpf_fentry_test", "bpf_fentry_test_sinfo",
                                   "bpf_fentry_test1x", "my_bpf_fentry_test1"});
  EXPECT_TRUE(plan_hits(targets).empty());
}

TEST(PlanHits, OwnTargetsRunTogether) {
  EXPECT_TRUE(plan_own_hits(0).empty());
  const auto plan = plan_own_hits(3);
  ASSERT_EQ(plan.size(), 3u);
  EXPECT_EQ(plan[2].index, 2u);
  EXPECT_EQ(plan[2].call, nullptr);
  EXPECT_EQ(plan[0].calls, plan[2].calls);
  EXPECT_EQ(plan_own_hits(1000).size(), 32u);
}

// Counts as a kernel would that sees every call, or one that is wrong by `off`.
class FakeAttachment : public Attachment {
 public:
  Expected<void> load(std::span<const Target>, const LoopControl&) override { return {}; }
  Expected<void> attach(const LoopControl&) override { return {}; }
  Expected<void> detach(const LoopControl&) override { return {}; }
  void unload() override {}
  uint64_t hits(size_t index) const override { return counts[index]; }
  size_t attached() const override { return 2; }
  const std::vector<Refusal>& refusals() const override { return none_; }
  std::span<const uint64_t> attach_ticks() const override { return {}; }
  std::span<const uint64_t> detach_ticks() const override { return {}; }
  int test_run_fd() const override { return -1; }
  bool counts_each() const override { return each; }
  int hits_per_call() const override { return per_call; }

  static uint64_t counts[2];
  bool each = true;
  int per_call = 1;

 private:
  std::vector<Refusal> none_;
};
uint64_t FakeAttachment::counts[2] = {};

int stray_calls = 0;  // of others, seen by the first function

void call_first() {
  ++FakeAttachment::counts[0];
  if (stray_calls > 0) --stray_calls, ++FakeAttachment::counts[0];
}
void call_second() { ++FakeAttachment::counts[1]; }
void call_nothing() {}

const std::vector<Target> kTwo = {{"first"}, {"second"}};

TEST(CheckHits, CountsWhatWasCalled) {
  FakeAttachment attachment;
  stray_calls = 0;
  auto hits = check_hits(attachment, kTwo, {{0, 3, call_first}, {1, 4, call_second}});
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].function, "first");
  EXPECT_EQ(hits[0].called, 3);
  EXPECT_EQ(hits[0].counted, 3);
  EXPECT_EQ(hits[1].called, 4);
  EXPECT_EQ(hits[1].counted, 4);
  EXPECT_TRUE(all_exact(hits));
}

TEST(CheckHits, TriesAgainWhereOthersCallToo) {
  FakeAttachment attachment;
  stray_calls = 2;  // gone after the first try
  auto hits = check_hits(attachment, kTwo, {{0, 3, call_first}});
  EXPECT_EQ(hits[0].counted, 3);
  stray_calls = 1000;
  hits = check_hits(attachment, kTwo, {{0, 3, call_first}});
  EXPECT_EQ(hits[0].counted, 6);
  EXPECT_EQ(stray_calls, 1000 - 5 * 3);  // five tries, no more
  stray_calls = 0;
}

TEST(CheckHits, TooFewAreNotTriedAgain) {
  FakeAttachment attachment;
  auto hits = check_hits(attachment, kTwo, {{0, 3, call_nothing}});
  EXPECT_EQ(hits[0].counted, 0);
  EXPECT_FALSE(all_exact(hits));
}

TEST(CheckSilence, SeesProgramsThatStillRun) {
  FakeAttachment attachment;
  const std::vector<PlannedHit> plan = {{0, 3, call_nothing}, {1, 4, call_second}};
  std::vector<HitCheck> hits = {{"first", 3, 3, 0}, {"second", 4, 4, 0}};
  check_silence(attachment, kTwo, plan, hits);
  EXPECT_EQ(hits[0].counted_after_detach, 0);
  EXPECT_EQ(hits[1].counted_after_detach, 4);
  EXPECT_FALSE(all_exact(hits));
}

TEST(CheckHits, AProgramMayRunTwiceACall) {
  FakeAttachment attachment;
  attachment.per_call = 2;
  auto twice = [] { FakeAttachment::counts[0] += 2; };
  auto hits = check_hits(attachment, kTwo, {{0, 3, twice}, {1, 4, call_second}});
  EXPECT_EQ(hits[0].called, 3);
  EXPECT_EQ(hits[0].counted, 3);
  EXPECT_EQ(hits[1].counted, 2);  // only half of its runs
}

TEST(CheckHits, HalfACallTooManyIsOneTooMany) {
  FakeAttachment attachment;
  attachment.per_call = 2;
  auto thrice = [] { FakeAttachment::counts[0] += 3; };
  EXPECT_EQ(check_hits(attachment, kTwo, {{0, 1, thrice}})[0].counted, 2);
  EXPECT_EQ(check_hits(attachment, kTwo, {{0, 1, call_first}})[0].counted, 0);
}

TEST(CheckHits, OneCounterForAllIsOneCheck) {
  FakeAttachment attachment;
  attachment.each = false;
  const std::vector<PlannedHit> plan = {{0, 3, call_first}, {1, 4, call_first}};
  auto hits = check_hits(attachment, kTwo, plan);
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].function, "2 functions together");
  EXPECT_EQ(hits[0].called, 7);
  EXPECT_EQ(hits[0].counted, 7);
  check_silence(attachment, kTwo, plan, hits);
  EXPECT_EQ(hits[0].counted_after_detach, 7);
  EXPECT_EQ(check_hits(attachment, kTwo, {{1, 3, call_nothing}})[0].function, "second");
}

TEST(AllExact, Decides) {
  EXPECT_TRUE(all_exact({}));
  EXPECT_TRUE(all_exact({{"f", 3, 3, 0}, {"g", 0, 0, 0}}));
  EXPECT_FALSE(all_exact({{"f", 3, 3, 0}, {"g", 3, 2, 0}}));
  EXPECT_FALSE(all_exact({{"f", 3, 4, 0}}));
  EXPECT_FALSE(all_exact({{"f", 3, 3, 1}}));
}

}  // namespace
}  // namespace trampcheck
