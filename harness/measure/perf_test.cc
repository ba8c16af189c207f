#include "harness/measure/perf.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include <cerrno>

namespace trampcheck {
namespace {

const std::vector<PerfEvent> kSoftware = {
    {"task_clock", "ns", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, false, true},
    {"context_switches", "count", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, false, true},
};

void spin() {
  volatile uint64_t sink = 0;
  for (int i = 0; i < 2'000'000; ++i) sink = sink + 1;
}

TEST(PerfGroup, CountsSoftwareEvents) {
  auto group = PerfGroup::open(kSoftware);
  if (!group) GTEST_SKIP() << group.error().text() << " (errno " << group.error().code << ")";
  auto before = group->read();
  ASSERT_TRUE(before) << before.error().text();
  ASSERT_EQ(before->size(), 2u);
  spin();
  auto after = group->read();
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_GT((*after)[0], (*before)[0]);
  EXPECT_GE((*after)[1], (*before)[1]);
}

TEST(PerfGroup, SurvivesAMove) {
  auto group = PerfGroup::open(kSoftware);
  if (!group) GTEST_SKIP() << group.error().text();
  PerfGroup moved = std::move(*group);
  EXPECT_TRUE(moved.read());
}

TEST(PerfGroup, SaysWhichEventTheKernelRefused) {
  auto group = PerfGroup::open({{"nonsense", "count", PERF_TYPE_SOFTWARE, 0xffff, false, false}});
  ASSERT_FALSE(group);
  EXPECT_NE(group.error().code, 0);
  EXPECT_NE(group.error().what.find("perf_event_open(nonsense)"), std::string::npos)
      << group.error().what;
}

TEST(HardwareEvents, AreKernelAndUserApart) {
  ASSERT_EQ(hardware_events().size(), 3u);
  EXPECT_EQ(hardware_events()[0].metric, std::string("cycles_k"));
  EXPECT_TRUE(hardware_events()[0].exclude_user);
  EXPECT_FALSE(hardware_events()[0].exclude_kernel);
  EXPECT_EQ(hardware_events()[1].metric, std::string("cycles_u"));
  EXPECT_FALSE(hardware_events()[1].exclude_user);
  EXPECT_TRUE(hardware_events()[1].exclude_kernel);
  EXPECT_EQ(hardware_events()[2].metric, std::string("instructions_k"));
  EXPECT_TRUE(hardware_events()[2].exclude_user);
}

}  // namespace
}  // namespace trampcheck
