#include "results/export/html/axis.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

std::string labels(const Axis& axis) {
  std::string text;
  for (const Tick& tick : axis.ticks) text += (text.empty() ? "" : "|") + tick.label;
  return text;
}

TEST(TickLabel, NoZerosThatSayNothing) {
  EXPECT_EQ(tick_label(0, "ns"), "0 ns");
  EXPECT_EQ(tick_label(20'000, "ns"), "20 us");
  EXPECT_EQ(tick_label(1'500'000, "ns"), "1.5 ms");
  EXPECT_EQ(tick_label(100'000'000, "ns"), "100 ms");
  EXPECT_EQ(tick_label(0.25, "ns"), "0.25 ns");
  EXPECT_EQ(tick_label(1000, "count"), "1 k");
  EXPECT_EQ(tick_label(100, "count"), "100");
}

TEST(ValueAxis, LinearFromZero) {
  const Axis axis = value_axis(4e6, 9e6, "ns", 100, 200);
  EXPECT_EQ(axis.kind, AxisKind::kLinear);
  EXPECT_EQ(labels(axis), "0 ms|2 ms|4 ms|6 ms|8 ms");
  EXPECT_DOUBLE_EQ(axis.at(0), 100);
  EXPECT_DOUBLE_EQ(axis.at(9e6 * 1.04), 200);
  EXPECT_DOUBLE_EQ(axis.at(1e12), 200);
}

TEST(ValueAxis, LogarithmicWhereTheSpreadIsLarge) {
  const Axis axis = value_axis(5e6, 2.2e8, "ns", 0, 100);
  EXPECT_EQ(axis.kind, AxisKind::kLog);
  EXPECT_EQ(labels(axis), "5 ms|10 ms|20 ms|50 ms|100 ms|200 ms");
  EXPECT_EQ(axis.at(0), 0);
  EXPECT_EQ(axis.at(-1), 0);
}

TEST(ValueAxis, NothingButZero) {
  const Axis axis = value_axis(0, 0, "ns", 0, 100);
  EXPECT_EQ(axis.at(0), 0);
  EXPECT_EQ(labels(axis), "0.0 ns|0.2 ns|0.4 ns|0.6 ns|0.8 ns|1.0 ns");
}

TEST(LogAxis, ManyDecades) {
  EXPECT_EQ(labels(log_axis(1, 42'083, "count", 0, 1)), "1|10|100|1 k|10 k");
  EXPECT_EQ(labels(log_axis(20, 3e9, "ns", 0, 1)), "100 ns|10 us|1 ms|100 ms");
}

TEST(LogAxis, OneValueGetsAnAxisToo) {
  const Axis axis = log_axis(42, 42, "count", 0, 100);
  EXPECT_GE(axis.ticks.size(), 1U);
  EXPECT_NEAR(axis.at(42), 50, 1e-9);
}

TEST(CloseAxis, AroundTheValues) {
  const Axis axis = close_axis(100e6, 120e6, "ns", 0, 100);
  EXPECT_EQ(axis.kind, AxisKind::kLinear);
  EXPECT_EQ(labels(axis), "100 ms|110 ms|120 ms");
  EXPECT_DOUBLE_EQ(axis.low, 97e6);
  EXPECT_DOUBLE_EQ(axis.high, 123e6);
}

TEST(CloseAxis, EnoughDigitsToTellTicksApart) {
  EXPECT_EQ(labels(close_axis(10.45e6, 10.55e6, "ns", 0, 1)),
            "10.40 ms|10.45 ms|10.50 ms|10.55 ms|10.60 ms");
  EXPECT_EQ(labels(close_axis(0, 1.2e6, "ns", 0, 1)), "0.0 ms|0.5 ms|1.0 ms");
}

TEST(CloseAxis, ALevelStaysALevel) {
  const Axis axis = close_axis(100e6, 100e6, "ns", 0, 100);
  EXPECT_DOUBLE_EQ(axis.at(100e6), 50);
  EXPECT_DOUBLE_EQ(axis.high - axis.low, 2e6);
}

TEST(CloseAxis, FromZeroWhereTheValuesFillIt) {
  EXPECT_EQ(close_axis(10, 90, "ns", 0, 1).low, 0);
  EXPECT_EQ(close_axis(0, 90, "ns", 0, 1).low, 0);
  EXPECT_EQ(close_axis(0, 0, "ns", 0, 1).low, 0);
}

}  // namespace
}  // namespace trampcheck
