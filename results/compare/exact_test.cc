#include "results/compare/exact.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

using Samples = std::vector<int64_t>;

// A gate of 1 % and a floor of 10.
Finding compared(const Samples& base, const Samples& next, Better better = Better::kLower) {
  Question question{{{base, next}}, better, {"m", true, 0.05, 10, ""}, 0.01};
  Finding finding;
  finding.gate = 0.01;
  compare_rounds(question, finding);
  return finding;
}

Verdict verdict(const Samples& base, const Samples& next, Better better = Better::kLower) {
  return compared(base, next, better).verdict;
}

TEST(CompareRounds, TwoRoundsThatAgreeSuffice) {
  EXPECT_EQ(verdict({10000, 10100}, {10000, 10100}), Verdict::kSame);
  EXPECT_EQ(verdict({10000, 10100}, {10200, 10300}), Verdict::kWorse);
  EXPECT_EQ(verdict({10200, 10300}, {10000, 10100}), Verdict::kBetter);
  EXPECT_EQ(verdict({10000, 10100}, {10200, 10300}, Better::kHigher), Verdict::kBetter);
  EXPECT_EQ(verdict({10200, 10300}, {10000, 10100}, Better::kHigher), Verdict::kWorse);
}

TEST(CompareRounds, TheGateItselfIsNoChange) {
  EXPECT_EQ(verdict({10000, 10000}, {10100, 10100}), Verdict::kSame);
  EXPECT_EQ(verdict({10000, 10000}, {10101, 10101}), Verdict::kWorse);
  EXPECT_EQ(verdict({10100, 10100}, {10000, 10000}), Verdict::kSame);  // the same both ways
}

TEST(CompareRounds, TheFloorItselfIsNoChange) {
  EXPECT_EQ(verdict({100, 100}, {110, 110}), Verdict::kSame);
  EXPECT_EQ(verdict({100, 100}, {111, 111}), Verdict::kWorse);
}

TEST(CompareRounds, OneMovedRoundIsNoChange) {
  EXPECT_EQ(verdict({10000, 10000}, {10000, 10400}), Verdict::kSame);
  EXPECT_EQ(verdict({10000, 10000}, {9000, 11000}), Verdict::kSame);
}

TEST(CompareRounds, RoundsThatDisagreeOnHowFar) {
  Finding finding = compared({10000, 10000}, {10200, 10900});
  EXPECT_EQ(finding.verdict, Verdict::kMoreRounds);
  EXPECT_EQ(finding.reason, "its 2 rounds moved by +2.0 % to +9.0 %");
  EXPECT_EQ(verdict({10000, 10000}, {10500, 10900}), Verdict::kWorse);
}

TEST(CompareRounds, AsAShareOrAsATime) {
  EXPECT_EQ(verdict({10000, 30000}, {11000, 33000}), Verdict::kWorse);  // + 10 %
  EXPECT_EQ(verdict({10000, 30000}, {11000, 31000}), Verdict::kWorse);  // + 1000
}

TEST(CompareRounds, OneRoundIsNoVerdict) {
  EXPECT_EQ(verdict({10000}, {10050}), Verdict::kSame);
  Finding finding = compared({10000}, {20000});
  EXPECT_EQ(finding.verdict, Verdict::kMoreRounds);
  EXPECT_EQ(finding.reason, "it moved, but one sample is no verdict");
}

TEST(CompareRounds, OfFourOneMayStandApart) {
  Finding finding = compared({10000, 10000, 10000, 10000}, {10500, 10600, 10000, 10550});
  EXPECT_EQ(finding.verdict, Verdict::kWorse);
  EXPECT_EQ(finding.n, 4);
  EXPECT_DOUBLE_EQ(*finding.ratio, 1.0525);
  EXPECT_DOUBLE_EQ(*finding.low, 1.05);
  EXPECT_DOUBLE_EQ(*finding.high, 1.055);
  EXPECT_EQ(verdict({10000, 10000, 10000}, {10500, 10600, 10000}), Verdict::kSame);
}

TEST(CompareRounds, FromNothing) {
  Finding finding = compared({0, 0}, {1000, 1010});
  EXPECT_EQ(finding.verdict, Verdict::kWorse);
  EXPECT_FALSE(finding.ratio);
  EXPECT_FALSE(finding.low);
  EXPECT_EQ(verdict({0, 0}, {10, 10}), Verdict::kSame);
  EXPECT_EQ(verdict({1000, 1010}, {0, 0}), Verdict::kBetter);
  EXPECT_EQ(verdict({0, 0}, {0, 0}), Verdict::kSame);
}

}  // namespace
}  // namespace trampcheck
