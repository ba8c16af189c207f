#include "results/stats/growth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace trampcheck {
namespace {

std::vector<SizedTime> power(double factor, double exponent, std::vector<double> sizes) {
  std::vector<SizedTime> times;
  for (double n : sizes) times.push_back({n, factor * std::pow(n, exponent)});
  return times;
}

TEST(GrowthTest, FindsTheExponentItWasMadeWith) {
  for (auto [exponent, growth] : {std::pair{0.0, Growth::kConstant},
                                  {0.5, Growth::kLessThanLinear},
                                  {1.0, Growth::kLinear},
                                  {1.5, Growth::kWorse},
                                  {2.0, Growth::kWorse}}) {
    auto fit = fit_growth(power(3, exponent, {10, 100, 1000}));
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->exponent, exponent, 1e-9);
    EXPECT_EQ(fit->growth, growth);
  }
}

TEST(GrowthTest, LooksAtTheUpperTwoDecades) {
  // A fixed cost of 1000 hides a slope of 1 below 1000 functions.
  std::vector<SizedTime> times;
  for (double n : {1.0, 10.0, 100.0, 1000.0, 10000.0, 40000.0}) times.push_back({n, 1000 + n});
  auto fit = fit_growth(times);
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->from_functions, 1000);
  EXPECT_EQ(fit->to_functions, 40000);
  // Three points: (1000, 2000), (10000, 11000), (40000, 41000), by hand.
  EXPECT_NEAR(fit->exponent, 0.810849, 1e-6);
  EXPECT_EQ(fit->growth, Growth::kLessThanLinear);
}

TEST(GrowthTest, OneSizeHasNone) {
  EXPECT_FALSE(fit_growth({}));
  EXPECT_FALSE(fit_growth(power(1, 1, {100})));
  EXPECT_FALSE(fit_growth(power(1, 1, {100, 100})));
  EXPECT_FALSE(fit_growth(power(1, 1, {1, 1000})));  // more than two decades apart
  EXPECT_FALSE(fit_growth(power(0, 1, {10, 100})));
}

}  // namespace
}  // namespace trampcheck
