#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "harness/guard/kernel_log.h"
#include "harness/guard/watchdog.h"

namespace trampcheck {
namespace {

TEST(IsAlarming, EveryFamilyOnce) {
  const char* lines[] = {
      "[    1.000000] [ ftrace bug ]",
      "ftrace failed to modify",
      "ftrace faulted on unknown error [<ffffffff81000000>] vfs_read+0x0/0x10",
      "WARNING: CPU: 0 PID: 1 at kernel/bpf/trampoline.c:191 bpf_trampoline_get+0x1/0x2",
      "BUG: kernel NULL pointer dereference, address: 0000000000000000",
      "kernel BUG at mm/slub.c:440!",
      "int3: 0000 [#1] PREEMPT SMP NOPTI",
      "traps: Missing ENDBR: vfs_read+0x0/0x10",
      "BUG: stack guard page was hit at 00000000deadbeef",
      "PANIC: double fault, error_code: 0x0",
      "general protection fault, probably for non-canonical address 0xdead",
      "Oops: 0000 [#1] SMP",
      "BUG: KASAN: slab-use-after-free in bpf_link_put",
      "BUG: KCSAN: data-race in bpf_prog_inc",
      "UBSAN: shift-out-of-bounds in kernel/bpf/core.c:1",
      "refcount_t: underflow; use-after-free.",
      "percpu ref (0xffffffff81000000) <= 0 (0) after switching to atomic",
      "bpf_trampoline_unlink_prog failed",
      "INFO: rcu_tasks detected stalls on tasks:",
      "tasks_rcu_exit_srcu_stall: rcu_tasks grace period number 5 (since boot) gp_state: RTGS_INIT "
      "is 3000 jiffies old.",
      "INFO: task trampcheck:42 blocked for more than 120 seconds.",
      "watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [trampcheck:42]",
      "watchdog: Watchdog detected hard LOCKUP on cpu 0",
      "rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:",
      "rcu: INFO: rcu_sched self-detected stall on CPU",
      "WARNING: possible recursive locking detected",
      "WARNING: possible circular locking dependency detected",
      "WARNING: suspicious RCU usage",
      "BUG: sleeping function called from invalid context at mm/slab.h:1",
      "BUG: scheduling while atomic: trampcheck/42/0x00000002",
      "Failed to allocate working array for trampolines",
      "kmemleak: unreferenced object 0xffff888003b2a000 (size 64):",
      "Out of memory: Killed process 42 (trampcheck)",
  };
  for (const char* line : lines) EXPECT_TRUE(is_alarming(line)) << line;
}

TEST(IsAlarming, LeavesTheHarmlessAlone) {
  const char* lines[] = {
      "",
      "[    0.000000] Linux version 6.12.48+deb13-cloud-amd64",
      "[    0.100000] ftrace: allocating 45678 entries in 179 pages",
      "[    0.200000] rcu: Hierarchical SRCU implementation.",
      "[    0.300000] rcu_tasks: Setting shift to 0 and lim to 1 rcu_task_cb_adjust=1.",
      "[    0.400000] Freeing unused kernel image (initmem) memory: 3456K",
      "[    0.500000] clocksource: tsc: mask: 0xffffffffffffffff",
      "[    0.600000] trampcheck[42]: warning: low on memory",
      "[    0.700000] kasan: KernelAddressSanitizer initialized",
      "[    0.800000] NMI watchdog: Enabled. Permanently consumes one hw-PMU counter.",
      "[    0.900000] Spectre V2 : Mitigation: Retpolines",
  };
  for (const char* line : lines) EXPECT_FALSE(is_alarming(line)) << line;
}

TEST(IsNotice, WhatTheKernelSaysWhileItWaits) {
  const char* waiting =
      "[  188.708914] rcu_tasks_wait_gp: rcu_tasks grace period number 361 (since boot) is 2564 "
      "jiffies old.";
  EXPECT_TRUE(is_notice(waiting));
  EXPECT_FALSE(is_alarming(waiting));
  EXPECT_FALSE(is_notice("INFO: rcu_tasks detected stalls on tasks:"));
  EXPECT_FALSE(is_notice("rcu_tasks_wait_gp: WARNING: CPU: 0"));
  EXPECT_FALSE(is_notice("[    0.300000] rcu_tasks: Setting shift to 0 and lim to 1"));
  EXPECT_FALSE(is_notice(""));
}

using std::chrono::milliseconds;

// What the watchdog said, for the test's thread to look at.
class Heard {
 public:
  std::function<void(const std::string&)> ear() {
    return [this](const std::string& phase) {
      std::lock_guard lock(mutex_);
      phases_.push_back(phase);
    };
  }
  std::vector<std::string> phases() {
    std::lock_guard lock(mutex_);
    return phases_;
  }
  // Waits for so many, at most ten seconds.
  std::vector<std::string> wait_for(size_t count) {
    for (int i = 0; i < 1000 && phases().size() < count; ++i) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    return phases();
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> phases_;
};

using Phases = std::vector<std::string>;

TEST(Watchdog, FiresOnceAfterItsTime) {
  Heard heard;
  Watchdog watchdog(heard.ear());
  const auto begin = std::chrono::steady_clock::now();
  watchdog.arm("attach", 0.05);
  EXPECT_EQ(heard.wait_for(1), Phases{"attach"});
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(50));
  std::this_thread::sleep_for(milliseconds(150));
  EXPECT_EQ(heard.phases().size(), 1u);
}

TEST(Watchdog, KeepsStillWhenDisarmed) {
  Heard heard;
  Watchdog watchdog(heard.ear());
  watchdog.arm("attach", 0.3);
  watchdog.disarm();
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(heard.phases(), Phases{});
  watchdog.arm("detach", 0.01);  // and can be armed again
  EXPECT_EQ(heard.wait_for(1), Phases{"detach"});
}

TEST(Watchdog, ALaterPhaseTakesThePlaceOfTheFirst) {
  Heard heard;
  Watchdog watchdog(heard.ear());
  watchdog.arm("load", 0.3);
  watchdog.arm("attach", 1000);
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(heard.phases(), Phases{});
  watchdog.arm("detach", 0.01);
  EXPECT_EQ(heard.wait_for(1), Phases{"detach"});
}

TEST(Watchdog, FiresAgainWhenArmedAgain) {
  Heard heard;
  Watchdog watchdog(heard.ear());
  watchdog.arm("one", 0);
  EXPECT_EQ(heard.wait_for(1), Phases{"one"});
  watchdog.arm("two", 0);
  EXPECT_EQ(heard.wait_for(2), (Phases{"one", "two"}));
}

TEST(Watchdog, EndsAtOnceThoughArmed) {
  Heard heard;
  const auto begin = std::chrono::steady_clock::now();
  {
    Watchdog watchdog(heard.ear());
    watchdog.arm("attach", 1000);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  EXPECT_EQ(heard.phases(), Phases{});
}

// Only root may read them; nobody may crash.
TEST(KernelStacks, AreTextOrNothing) {
  const std::string stacks = kernel_stacks();
  if (!stacks.empty()) {
    EXPECT_EQ(stacks.find("thread "), 0u) << stacks;
  }
}

TEST(TaskState, StandsBehindTheName) {
  EXPECT_EQ(task_state("7 (kworker/1:2) D 2 0 0"), 'D');
  EXPECT_EQ(task_state("7 (a) D) S 2 0 0"), 'S');
  EXPECT_EQ(task_state("7 (cut"), ' ');
  EXPECT_EQ(task_state("7 (cut) "), ' ');
  EXPECT_EQ(task_state(""), ' ');
}

}  // namespace
}  // namespace trampcheck
