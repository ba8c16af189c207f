#include "results/stats/ranks.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

using Ranks = std::vector<int64_t>;

TEST(DoubledRanks, TiesShareTheMean) {
  EXPECT_EQ(doubled_ranks(std::vector<double>{30, 10, 20, 10}), (Ranks{8, 3, 6, 3}));
  EXPECT_EQ(doubled_ranks(std::vector<double>{5, 5, 5}), (Ranks{4, 4, 4}));
  EXPECT_EQ(doubled_ranks(std::vector<double>{}), Ranks{});
}

}  // namespace
}  // namespace trampcheck
