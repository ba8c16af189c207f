#include "harness/measure/schedule.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace trampcheck {
namespace {

// "2 0 1 | 0 1 2": the variants of each round.
std::string order(const std::vector<Turn>& turns) {
  std::string text;
  int round = turns.empty() ? 0 : turns.front().round;
  for (const Turn& turn : turns) {
    if (turn.round != round) text += "| ";
    round = turn.round;
    text += std::to_string(turn.variant) + " ";
  }
  return text;
}

TEST(Interleave, TheSameSeedGivesTheSameOrderEverywhere) {
  EXPECT_EQ(order(interleave(4, 4, 0, 1)), "1 2 3 0 | 3 1 0 2 | 1 2 3 0 | 3 1 2 0 ");
  EXPECT_EQ(order(interleave(4, 4, 0, 2)), "2 1 3 0 | 2 1 0 3 | 3 0 2 1 | 3 1 0 2 ");
  EXPECT_EQ(order(interleave(4, 4, 0, 1)), order(interleave(4, 4, 0, 1)));
}

TEST(Interleave, EveryVariantHasOneTurnARound) {
  const auto turns = interleave(5, 20, 3, 42);
  ASSERT_EQ(turns.size(), 5u * 23);
  std::set<size_t> first;
  for (size_t i = 0; i < turns.size(); i += 5) {
    std::set<size_t> variants;
    for (size_t j = i; j < i + 5; ++j) {
      EXPECT_EQ(turns[j].round, static_cast<int>(i / 5) - 3);
      variants.insert(turns[j].variant);
    }
    EXPECT_EQ(variants, (std::set<size_t>{0, 1, 2, 3, 4}));
    first.insert(turns[i].variant);
  }
  EXPECT_EQ(first.size(), 5u);  // each comes first some time
}

TEST(Interleave, WarmUpRoundsAreNegative) {
  const auto turns = interleave(1, 2, 2, 1);
  ASSERT_EQ(turns.size(), 4u);
  EXPECT_EQ(turns[0].round, -2);
  EXPECT_EQ(turns[1].round, -1);
  EXPECT_EQ(turns[2].round, 0);
  EXPECT_EQ(turns[3].round, 1);
}

TEST(Interleave, NothingToDo) {
  EXPECT_TRUE(interleave(0, 5, 1, 1).empty());
  EXPECT_TRUE(interleave(3, 0, 0, 1).empty());
}

}  // namespace
}  // namespace trampcheck
