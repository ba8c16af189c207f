#include "tools/vm/console.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

using Event = std::optional<ConsoleEvent>;

TEST(Console, ClassifiesLines) {
  struct {
    const char* line;
    Event event;
  } cases[] = {
      {"[    2.1] Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b",
       ConsoleEvent::kPanic},
      {"[    2.1] Kernel panic - not syncing: Requested init /nonexistent failed (error -2).",
       ConsoleEvent::kNoInit},
      {"[    1.0] Kernel panic - not syncing: No working init found.  Try passing init= option.",
       ConsoleEvent::kNoInit},
      {"[    1.0] Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)",
       ConsoleEvent::kNoInit},
      {"[    1.0] Kernel panic - not syncing: System is deadlocked on memory",
       ConsoleEvent::kOutOfMemory},
      {"[    1.0] Out of memory: Killed process 45 (x) total-vm:1kB", ConsoleEvent::kOutOfMemory},
      {"[    1.0] init invoked oom-killer: gfp_mask=0x0, order=0", ConsoleEvent::kOutOfMemory},
      {"[    1.0] Initramfs unpacking failed: invalid magic at start of",
       ConsoleEvent::kOutOfMemory},
      {"[    5.0] BUG: kernel NULL pointer dereference, address: 0000000000000000",
       ConsoleEvent::kOops},
      {"[    5.0] BUG: unable to handle page fault for address: ffffffffc0000000",
       ConsoleEvent::kOops},
      {"[    5.0] kernel BUG at kernel/trace/ftrace.c:123!", ConsoleEvent::kOops},
      {"[    5.0] Oops: 0000 [#1] PREEMPT SMP NOPTI", ConsoleEvent::kOops},
      {"[    5.0] Oops: general protection fault, probably for non-canonical address",
       ConsoleEvent::kOops},
      {"[    5.0] general protection fault, probably for non-canonical address: 0000 [#1]",
       ConsoleEvent::kOops},
      {"[    5.0] traps: PANIC: double fault, error_code: 0x0", ConsoleEvent::kOops},
      {"[   30.0] watchdog: BUG: soft lockup - CPU#0 stuck for 26s! [init:1]",
       ConsoleEvent::kStall},
      {"[   30.0] rcu: INFO: rcu_preempt self-detected stall on CPU", ConsoleEvent::kStall},
      {"[   30.0] INFO: task init:1 blocked for more than 120 seconds.", ConsoleEvent::kStall},
      {"[    5.0] WARNING: CPU: 0 PID: 1 at kernel/trace/ftrace.c:77 ftrace_bug+0x1/0x2",
       ConsoleEvent::kWarning},
      {"[    5.0] traps: x[45] general protection fault ip:401000 sp:7ff error:0 in x[400000]",
       std::nullopt},
      {"[    0.0] Command line: console=ttyS0 panic=-1 nokaslr", std::nullopt},
      {"[    0.0] RCU CPU stall timeout is set.", std::nullopt},
      {"[    1.9] Run /init as init process", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& row : cases) EXPECT_EQ(classify_console_line(row.line), row.event) << row.line;
}

TEST(ConsoleWatch, JoinsLinesAndDropsCarriageReturns) {
  ConsoleWatch watch;
  EXPECT_TRUE(watch.feed("fir").empty());
  EXPECT_EQ(watch.feed("st\r\nsecond\nthi"), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(watch.finish(), "thi");
  EXPECT_EQ(watch.tail(), (std::vector<std::string>{"first", "second", "thi"}));
}

TEST(ConsoleWatch, KeepsTheLastLinesOnly) {
  ConsoleWatch watch;
  for (int i = 0; i < 40; ++i) watch.feed("line " + std::to_string(i) + "\n");
  ASSERT_EQ(watch.tail().size(), ConsoleWatch::kTailLines);
  EXPECT_EQ(watch.tail().front(), "line 25");
  EXPECT_EQ(watch.tail().back(), "line 39");
}

TEST(ConsoleWatch, AnEndlessLineIsCut) {
  ConsoleWatch watch;
  EXPECT_EQ(watch.feed(std::string(3 * ConsoleWatch::kMaxLineBytes, 'x')).size(), 3u);
}

TEST(ConsoleWatch, PanicWithAReasonIsBoth) {
  ConsoleWatch watch;
  watch.feed("Kernel panic - not syncing: System is deadlocked on memory\n");
  EXPECT_TRUE(watch.saw(ConsoleEvent::kPanic));
  EXPECT_TRUE(watch.saw(ConsoleEvent::kOutOfMemory));
  EXPECT_FALSE(watch.saw(ConsoleEvent::kOops));
  EXPECT_EQ(watch.notes().size(), 1u);
}

}  // namespace
}  // namespace trampcheck
