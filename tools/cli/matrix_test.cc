#include "tools/cli/matrix.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

VmArgs args_of(const char* accel, int cpus) {
  VmArgs args;
  args.accel = accel;
  args.cpus = cpus;
  args.memory_mib = 1024;
  return args;
}

TEST(GuestsAtATimeTest, IcountTakesACpuEach) {
  EXPECT_EQ(guests_at_a_time(args_of("icount", 1), 8, 100'000), 8);
  EXPECT_EQ(guests_at_a_time(args_of("icount", 4), 8, 100'000), 8);
}

TEST(GuestsAtATimeTest, ElsewhereACpuStaysFree) {
  EXPECT_EQ(guests_at_a_time(args_of("tcg", 1), 8, 100'000), 7);
  EXPECT_EQ(guests_at_a_time(args_of("kvm", 3), 8, 100'000), 2);
  EXPECT_EQ(guests_at_a_time(args_of("tcg", 1), 1, 100'000), 1);
}

TEST(GuestsAtATimeTest, MemoryIsABound) {
  EXPECT_EQ(guests_at_a_time(args_of("icount", 1), 8, 4 * 1280 + 100), 4);
  EXPECT_EQ(guests_at_a_time(args_of("icount", 1), 8, 0), 1);
}

TEST(GuestsAtATimeTest, ToldIsTold) {
  VmArgs args = args_of("tcg", 4);
  args.jobs = 3;
  EXPECT_EQ(guests_at_a_time(args, 1, 0), 3);
}

IndexEntry ended(std::optional<int> exit) {
  IndexEntry entry;
  entry.exit = exit;
  return entry;
}

TEST(StatusTest, AKernelThatFailsOutweighsOneThatLacksAMechanism) {
  EXPECT_EQ(status_of({}), 0);
  EXPECT_EQ(status_of({ended(0), ended({})}), 0);
  EXPECT_EQ(status_of({ended(4), ended(1), ended(0)}), 1);
  EXPECT_EQ(status_of({ended(1), ended(4)}), 1);
  EXPECT_EQ(status_of({ended(0), ended(4), ended(2)}), 4);
}

}  // namespace
}  // namespace trampcheck
