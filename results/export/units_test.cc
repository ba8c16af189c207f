#include "results/export/units.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(HumanNs, ThreeDigitsAndAUnit) {
  EXPECT_EQ(human_ns(0), "0 ns");
  EXPECT_EQ(human_ns(7), "7 ns");
  EXPECT_EQ(human_ns(0.25), "0.25 ns");
  EXPECT_EQ(human_ns(12.34), "12.3 ns");
  EXPECT_EQ(human_ns(999), "999 ns");
  EXPECT_EQ(human_ns(1000), "1.00 us");
  EXPECT_EQ(human_ns(12'345), "12.3 us");
  EXPECT_EQ(human_ns(123'456'789), "123 ms");
  EXPECT_EQ(human_ns(61e9), "61.0 s");
  EXPECT_EQ(human_ns(5400e9), "5400 s");
}

TEST(HumanNs, RoundingCarriesIntoTheNextUnit) {
  EXPECT_EQ(human_ns(999.4), "999 ns");
  EXPECT_EQ(human_ns(999.7), "1.00 us");
  EXPECT_EQ(human_ns(9'996), "10.0 us");
  EXPECT_EQ(human_ns(99'960), "100 us");
  EXPECT_EQ(human_ns(999'700), "1.00 ms");
}

TEST(HumanNs, Negative) { EXPECT_EQ(human_ns(-1500), "-1.50 us"); }

TEST(HumanCount, HasNoUnitBelowAThousand) {
  EXPECT_EQ(human_count(0), "0");
  EXPECT_EQ(human_count(999), "999");
  EXPECT_EQ(human_count(3.5), "3.50");
  EXPECT_EQ(human_count(39'500), "39.5 k");
  EXPECT_EQ(human_count(12'300'000), "12.3 M");
  EXPECT_EQ(human_count(2.5e9), "2.50 G");
}

TEST(Human, ChoosesByUnit) {
  EXPECT_EQ(human(1500, "ns"), "1.50 us");
  EXPECT_EQ(human(1500, "cycles"), "1.50 k");
}

TEST(PercentChange, HasASignUnlessThereIsNone) {
  EXPECT_EQ(percent_change(200, 200), "0.0");
  EXPECT_EQ(percent_change(10'000, 9'996), "0.0");
  EXPECT_EQ(percent_change(10'000, 9'990), "-0.1");
  EXPECT_EQ(percent_change(8, 9), "+12.5");
  EXPECT_EQ(percent_change(8, 0), "-100");
  EXPECT_EQ(percent_change(10, 205.9), "+1959");
}

TEST(Thousands, SeparatesThem) {
  EXPECT_EQ(thousands(0, 0), "0");
  EXPECT_EQ(thousands(999.4, 0), "999");
  EXPECT_EQ(thousands(999.5, 0), "1,000");
  EXPECT_EQ(thousands(3'463'157'566, 0), "3,463,157,566");
  EXPECT_EQ(thousands(1234.5, 2), "1,234.50");
  EXPECT_EQ(thousands(-123.4, 1), "-123.4");
  EXPECT_EQ(thousands(-1234, 0), "-1,234");
}

}  // namespace
}  // namespace trampcheck
