#include <gtest/gtest.h>

#include <cerrno>
#include <set>

#include "bpf/count_fentry.skel.h"
#include "bpf/count_fexit.skel.h"
#include "bpf/count_slot.skel.h"
#include "harness/attach/mechanism.h"
#include "harness/attach/program.h"
#include "harness/attach/reason.h"

namespace trampcheck {
namespace {

TEST(VerifierComplaint, IsTheLastLineThatSaysSomething) {
  EXPECT_EQ(verifier_complaint("func#0 @0\n"
                               "The address of function trap_init cannot be found\n"
                               "processed 0 insns (limit 1000000) max_states_per_insn 0\n"),
            "The address of function trap_init cannot be found");
  EXPECT_EQ(verifier_complaint("one\ntwo\n\n"), "two");
  EXPECT_EQ(verifier_complaint("no newline"), "no newline");
}

TEST(VerifierComplaint, MayBeNone) {
  EXPECT_EQ(verifier_complaint(""), "");
  EXPECT_EQ(verifier_complaint("\n\n"), "");
  EXPECT_EQ(verifier_complaint("processed 7 insns (limit 1000000)\n"), "");
}

std::string classified(const char* phase, int error_number, const char* message = "") {
  return classify({0, phase, error_number, message});
}

constexpr int kEnotsupp = 524;

TEST(Classify, Load) {
  EXPECT_EQ(classified("load", EINVAL), "signature");
  EXPECT_EQ(classified("load", EOPNOTSUPP), "signature");
  EXPECT_EQ(classified("load", kEnotsupp), "signature");
  EXPECT_EQ(classified("load", ENOENT), "not_in_kallsyms");
  EXPECT_EQ(classified("load", EBUSY), "other");
  EXPECT_EQ(classified("load", E2BIG), "other");
  EXPECT_EQ(classified("load", 0), "other");
}

TEST(Classify, TheVerifiersWordsSayMoreThanItsErrno) {
  EXPECT_EQ(classified("load", EINVAL, "The address of function trap_init cannot be found"),
            "not_in_kallsyms");
  EXPECT_EQ(classified("load", EINVAL, "attach to btf_id 7 in deny list is not allowed"),
            "denied_by_kernel");
  EXPECT_EQ(
      classified("load", EINVAL, "Attaching fexit/fmod_ret to __noreturn functions is rejected."),
      "denied_by_kernel");
  EXPECT_EQ(classified("load", EINVAL, "kernel function f has 13 arguments. Too many."),
            "signature");
}

TEST(Classify, Attach) {
  EXPECT_EQ(classified("attach", EBUSY), "no_ftrace_site");
  EXPECT_EQ(classified("attach", kEnotsupp), "signature");
  EXPECT_EQ(classified("attach", EOPNOTSUPP), "signature");
  EXPECT_EQ(classified("attach", E2BIG), "trampoline_full");
  EXPECT_EQ(classified("attach", EINVAL), "address_refused");
  EXPECT_EQ(classified("attach", ENOENT), "address_refused");
  EXPECT_EQ(classified("attach", ESRCH), "address_refused");
  EXPECT_EQ(classified("attach", ENODEV), "ftrace_dead");
  EXPECT_EQ(classified("attach", EINVAL, "one of 4 that were refused together"), "not_isolated");
  EXPECT_EQ(classified("attach", EPERM), "other");
}

TEST(Classify, NotModifiable) {
  EXPECT_EQ(classified("load", EINVAL, "vfs_read() is not modifiable"), "not_modifiable");
}

TEST(Classify, SomeMeanTheSameInEveryPhase) {
  for (const char* phase : {"load", "attach"}) {
    EXPECT_EQ(classified(phase, ENOMEM), "no_memory");
    EXPECT_EQ(classified(phase, EINTR), "interrupted");
  }
}

TEST(Mechanisms, AreUniqueFoundAndDescribed) {
  std::set<std::string> names;
  for (const Mechanism& mechanism : mechanisms()) {
    const std::string name = mechanism.name;
    EXPECT_TRUE(names.insert(name).second) << name;
    // A part of the ids in results.
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos)
        << name;
    EXPECT_EQ(find_mechanism(name), &mechanism);
    EXPECT_NE(mechanism.patched_by, std::string()) << name;
    EXPECT_NE(mechanism.description, std::string()) << name;
    EXPECT_NE(mechanism.probe, nullptr) << name;
    EXPECT_NE(mechanism.open == nullptr, mechanism.external == nullptr) << name;
  }
  EXPECT_TRUE(names.contains("fentry"));
  EXPECT_TRUE(names.contains("fexit"));
}

TEST(Mechanisms, OthersAreNotFound) {
  EXPECT_EQ(find_mechanism(""), nullptr);
  EXPECT_EQ(find_mechanism("fent"), nullptr);
  EXPECT_EQ(find_mechanism("fentry2"), nullptr);
  EXPECT_EQ(find_mechanism("all"), nullptr);
}

// Opening needs no kernel: only the embedded object is read.
TEST(Mechanisms, CanBeOpened) {
  for (const Mechanism& mechanism : mechanisms()) {
    if (mechanism.external != nullptr) continue;
    auto opened = mechanism.open();
    ASSERT_TRUE(opened) << mechanism.name << ": " << opened.error().text();
    EXPECT_EQ((*opened)->attached(), 0u);
    EXPECT_TRUE((*opened)->refusals().empty());
    EXPECT_EQ((*opened)->test_run_fd(), -1);
    EXPECT_TRUE((*opened)->attach({}));  // nothing was loaded: nothing to do
    EXPECT_TRUE((*opened)->detach({}));
    (*opened)->unload();
    EXPECT_EQ((*opened)->attached(), 0u);
  }
}

template <typename Skeleton>
void expect_counting_program() {
  Skeleton* skeleton = Skeleton::open();
  ASSERT_NE(skeleton, nullptr);
  const bpf_program* program = bpf_object__next_program(skeleton->obj, nullptr);
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(bpf_object__next_program(skeleton->obj, const_cast<bpf_program*>(program)), nullptr);
  auto counting = CountingProgram::take(program);
  EXPECT_TRUE(counting) << counting.error().text();
  Skeleton::destroy(skeleton);
}

TEST(CountingProgram, IsTakenFromEachObject) {
  expect_counting_program<count_fentry>();
  expect_counting_program<count_fexit>();
  expect_counting_program<count_slot>();
}

TEST(LoopControl, StopsWhenToldTo) {
  LoopControl control;
  EXPECT_FALSE(control.stopped());
  std::atomic<bool> stop = false;
  control.stop = &stop;
  EXPECT_FALSE(control.stopped());
  stop = true;
  EXPECT_TRUE(control.stopped());
}

}  // namespace
}  // namespace trampcheck
