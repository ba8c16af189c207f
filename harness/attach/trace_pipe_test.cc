#include "harness/attach/trace_pipe.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(CallCounter, CountsLines) {
  CallCounter counter;
  counter.add(
      "            init-1       [000] .....    12.345678: __x64_sys_getsid <-do_syscall_64\n"
      "  a: b <-c-7     [001] d..1.    12.345679: __x64_sys_times <-do_syscall_64\n"
      "CPU:0 [LOST 12 EVENTS]\n"
      "            init-1       [000] .....    12.345680: __x64_sys_getsid <-do_syscall_64\n");
  EXPECT_EQ(counter.calls("__x64_sys_getsid"), 2u);
  EXPECT_EQ(counter.calls("__x64_sys_times"), 1u);
  EXPECT_EQ(counter.calls("__x64_sys_get"), 0u);
}

TEST(CallCounter, JoinsALineInParts) {
  CallCounter counter;
  counter.add(" init-1 [000] ..... 1.0: vfs_");
  EXPECT_EQ(counter.calls("vfs_"), 0u);
  counter.add("read <-ksys_read\n init-1");
  EXPECT_EQ(counter.calls("vfs_read"), 1u);
}

}  // namespace
}  // namespace trampcheck
