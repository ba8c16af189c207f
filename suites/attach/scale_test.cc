#include "suites/attach/scale.h"

#include <gtest/gtest.h>

#include "suites/attach/suite.h"

namespace trampcheck {
namespace {

using Sizes = std::vector<size_t>;

TEST(ScaleSizesTest, AreThoseAskedForInOrderAndOnce) {
  const std::vector<uint64_t> asked = {100, 1, 10, 100, kWholeSet};
  const ScaleSizes sizes = scale_sizes(asked, 2500, false, 1000);
  EXPECT_EQ(sizes.sizes, (Sizes{1, 10, 100, 2500}));
  EXPECT_EQ(sizes.left_out, "");
}

TEST(ScaleSizesTest, AllIsOneOfThemWhereItIsAsLarge) {
  const std::vector<uint64_t> asked = {1, 100, kWholeSet};
  EXPECT_EQ(scale_sizes(asked, 100, false, 1000).sizes, (Sizes{1, 100}));
}

TEST(ScaleSizesTest, StopAtTheSetAndAtTheLimitOfLinks) {
  const std::vector<uint64_t> asked = {1, 1000, 10000, kWholeSet};
  EXPECT_EQ(scale_sizes(asked, 5000, false, 1000).left_out,
            "5000 functions were chosen: not measured at 10000");
  const ScaleSizes links = scale_sizes(asked, 5000, true, 1000);
  EXPECT_EQ(links.sizes, (Sizes{1, 1000}));
  EXPECT_EQ(links.left_out,
            "5000 functions were chosen: not measured at 10000; a link for each function: not "
            "measured at 5000 (see --per-link-limit)");
  EXPECT_EQ(scale_sizes(asked, 5000, true, 5000).sizes, (Sizes{1, 1000, 5000}));
}

TEST(ScaleSizesTest, SomethingIsAlwaysMeasured) {
  const std::vector<uint64_t> asked = {10000};
  EXPECT_EQ(scale_sizes(asked, 40, false, 1000).sizes, (Sizes{40}));
  EXPECT_EQ(scale_sizes(asked, 5000, true, 1000).sizes, (Sizes{1000}));
}

TEST(ShuffleTest, GivesTheSameOrderEverywhere) {
  std::vector<Target> targets(5);
  for (size_t i = 0; i < targets.size(); ++i) targets[i].name = std::string(1, char('a' + i));
  shuffle(targets, 7);
  std::string order;
  for (const Target& target : targets) order += target.name;
  EXPECT_EQ(order, "bdeca");
}

}  // namespace
}  // namespace trampcheck
