#include "results/stats/normal.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(Normal, AsTheTablesHaveIt) {
  EXPECT_NEAR(normal_two_sided(1.959963984540054), 0.05, 1e-15);
  EXPECT_NEAR(normal_two_sided(-2.575829303548901), 0.01, 1e-15);
  EXPECT_EQ(normal_two_sided(0), 1);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.005), -2.575829303548901, 1e-14);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-15);
}

}  // namespace
}  // namespace trampcheck
