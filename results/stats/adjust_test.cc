#include "results/stats/adjust.h"

#include <gtest/gtest.h>

#include <vector>

namespace trampcheck {
namespace {

using Doubles = std::vector<double>;

// The fifteen p-values of Benjamini and Hochberg (1995): at a rate of 0.05 the first four are
// discoveries.
TEST(AdjustForMany, PublishedExample) {
  const Doubles p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                     0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0};
  const Doubles adjusted = adjust_for_many(p);
  const Doubles expected = {0.0015,     0.003,      0.0095,     0.035625,   0.0603,
                            0.06385714, 0.06385714, 0.0645,     0.0765,     0.486,
                            0.58118182, 0.714875,   0.75323077, 0.81321429, 1};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-8) << i;
}

TEST(AdjustForMany, InTheOrderGiven) {
  const Doubles adjusted = adjust_for_many(Doubles{0.5, 0.01, 0.02});
  EXPECT_DOUBLE_EQ(adjusted[0], 0.5);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.03);
}

TEST(AdjustForMany, OneAndNone) {
  EXPECT_EQ(adjust_for_many(Doubles{0.04}), Doubles{0.04});
  EXPECT_EQ(adjust_for_many(Doubles{}), Doubles{});
  EXPECT_EQ(adjust_for_many(Doubles{1, 1}), (Doubles{1, 1}));
}

}  // namespace
}  // namespace trampcheck
