#include "results/compare/judge.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

using Samples = std::vector<int64_t>;

constexpr MetricRule kRule = {"m", true, 0.05, 10, ""};

// Boots of two rounds: the best is the value, the other one far off.
Question boots(const std::vector<std::pair<int64_t, int64_t>>& best, std::vector<Samples>& store,
               Better better = Better::kLower) {
  const int64_t noise = better == Better::kLower ? 900'000 : -900'000;
  for (const auto& [base, next] : best) {
    store.push_back({base, base + noise});
    store.push_back({next + noise, next});
  }
  Question question{{}, better, kRule, 0};
  for (size_t i = 0; i < store.size(); i += 2) question.boots.push_back({store[i], store[i + 1]});
  return question;
}

Finding judged(const std::vector<std::pair<int64_t, int64_t>>& best, size_t others = 0,
               Better better = Better::kLower) {
  std::vector<Samples> store;
  Evidence evidence = weigh(boots(best, store, better), Method::kSignedRank, {});
  std::vector<Evidence> rest(others, evidence);
  std::vector<Evidence*> all = {&evidence};
  for (Evidence& one : rest) {
    one.finding.p = 1;
    all.push_back(&one);
  }
  decide(all, 0.01);
  return evidence.finding;
}

// n pairs of boots, the second larger by so many percent, give or take a little.
std::vector<std::pair<int64_t, int64_t>> pairs(int n, int percent) {
  std::vector<std::pair<int64_t, int64_t>> all;
  for (int i = 0; i < n; ++i) {
    const int64_t base = 1'000'000 + 1000 * i;
    all.emplace_back(base, base * (100 + percent) / 100 + i);
  }
  return all;
}

TEST(SignedRankJudge, EightPairsThatAgree) {
  Finding finding = judged(pairs(8, 20));
  EXPECT_EQ(finding.verdict, Verdict::kWorse);
  EXPECT_EQ(finding.n, 8);
  EXPECT_EQ(*finding.p, 2.0 / 256);
  EXPECT_EQ(*finding.p_adjusted, 2.0 / 256);
  EXPECT_NEAR(*finding.ratio, 1.2, 1e-5);
  EXPECT_NEAR(*finding.low, 1.2, 1e-5);
  EXPECT_EQ(judged(pairs(8, -20)).verdict, Verdict::kBetter);
  EXPECT_EQ(judged(pairs(8, -20), 0, Better::kHigher).verdict, Verdict::kWorse);
  EXPECT_EQ(judged(pairs(8, 20), 0, Better::kHigher).verdict, Verdict::kBetter);
}

TEST(SignedRankJudge, SevenPairsCannotSay) {
  Finding finding = judged(pairs(7, 20));
  EXPECT_EQ(finding.verdict, Verdict::kMoreRounds);
  EXPECT_EQ(finding.reason, "7 pairs of boots; p < 0.01 takes 8");
  EXPECT_FALSE(finding.low);
  EXPECT_EQ(judged(pairs(1, 900)).reason, "1 pair of boots; p < 0.01 takes 8");
  EXPECT_EQ(judged(pairs(1, 0)).verdict, Verdict::kMoreRounds);
}

TEST(SignedRankJudge, SizeAndChanceBothCount) {
  EXPECT_EQ(judged(pairs(40, 4)).verdict, Verdict::kSame);  // certain, but under 5 %
  auto uncertain = pairs(9, 20);
  for (int i = 0; i < 4; ++i) std::swap(uncertain[i].first, uncertain[i].second);
  EXPECT_EQ(judged(uncertain).verdict, Verdict::kSame);
}

TEST(SignedRankJudge, ManyFindingsTakeMorePairs) {
  Finding finding = judged(pairs(8, 20), 9);
  EXPECT_EQ(finding.verdict, Verdict::kMoreRounds);
  EXPECT_NEAR(*finding.p_adjusted, 20.0 / 256, 1e-12);
  EXPECT_EQ(finding.reason, "all 8 agree, but among 10 findings it takes 11");
  EXPECT_EQ(judged(pairs(11, 20), 9).verdict, Verdict::kWorse);
}

TEST(SignedRankJudge, TheFloor) {
  std::vector<std::pair<int64_t, int64_t>> small(8, {10, 20});
  EXPECT_EQ(judged(small).verdict, Verdict::kSame);
  EXPECT_EQ(judged(std::vector<std::pair<int64_t, int64_t>>(8, {10, 21})).verdict, Verdict::kWorse);
}

TEST(SignedRankJudge, FromNothing) {
  Finding finding = judged(std::vector<std::pair<int64_t, int64_t>>(8, {0, 1000}));
  EXPECT_EQ(finding.verdict, Verdict::kWorse);
  EXPECT_FALSE(finding.ratio);
  EXPECT_EQ(judged(std::vector<std::pair<int64_t, int64_t>>(8, {0, 0})).verdict, Verdict::kSame);
}

TEST(SignedRankJudge, DescribesByMedians) {
  std::vector<Samples> store;
  Evidence evidence = weigh(boots({{100, 200}, {100, 200}}, store), Method::kSignedRank, {});
  EXPECT_EQ(*evidence.finding.base, 450'100);
  EXPECT_EQ(*evidence.finding.next, 450'200);
}

TEST(SignedRankJudge, TheBestOfMoreRoundsIsNoAdvantage) {
  const Samples base = {100'000, 90'000};
  const Samples next = {100'000, 90'000, 10};
  Question question{std::vector<BootSamples>(8, {base, next}), Better::kLower, kRule, 0};
  Evidence evidence = weigh(question, Method::kSignedRank, {});
  EXPECT_EQ(*evidence.finding.ratio, 1);
}

TEST(SignedRankJudge, AThresholdOfOnesOwn) {
  std::vector<Samples> store;
  CompareOptions options;
  options.threshold = 0.25;
  Evidence evidence = weigh(boots(pairs(8, 20), store), Method::kSignedRank, options);
  EXPECT_FALSE(evidence.large);
  EXPECT_EQ(evidence.finding.gate, 0.25);
}

TEST(RankSumJudge, InsideOneBoot) {
  const Samples base = {1000, 1001, 1002, 1003, 1004};
  const Samples next = {1100, 1101, 1102, 1103, 1104};
  Evidence evidence =
      weigh({{{base, next}}, Better::kLower, kRule, 0}, Method::kRankSum, CompareOptions{});
  decide({&evidence}, 0.01);
  EXPECT_EQ(evidence.finding.verdict, Verdict::kWorse);
  EXPECT_EQ(evidence.finding.n, 5);
  EXPECT_DOUBLE_EQ(*evidence.finding.p, 2.0 / 252);
  EXPECT_NEAR(*evidence.finding.ratio, 1.1, 0.001);
}

TEST(RankSumJudge, FourRoundsCannotSay) {
  const Samples base = {1000, 1001, 1002, 1003};
  const Samples next = {1100, 1101, 1102, 1103};
  Evidence evidence =
      weigh({{{base, next}}, Better::kLower, kRule, 0}, Method::kRankSum, CompareOptions{});
  decide({&evidence}, 0.01);
  EXPECT_EQ(evidence.finding.verdict, Verdict::kMoreRounds);
  EXPECT_EQ(evidence.finding.reason, "4 rounds a side; p < 0.01 takes 5");
}

TEST(Judge, ExactHasNoChance) {
  const Samples base = {100'000, 100'000};
  const Samples next = {101'000, 101'000};
  Evidence evidence = weigh({{{base, next}}, Better::kLower, kRule, 0.0025}, Method::kExact, {});
  EXPECT_FALSE(evidence.tested);
  EXPECT_FALSE(evidence.finding.p);
  EXPECT_EQ(evidence.finding.gate, 0.0025);
  EXPECT_EQ(evidence.finding.verdict, Verdict::kWorse);
  CompareOptions options;
  options.threshold = 0.05;
  EXPECT_EQ(weigh({{{base, next}}, Better::kLower, kRule, 0.0025}, Method::kExact, options)
                .finding.verdict,
            Verdict::kSame);
  options.threshold = 0;  // never below what is measured to be noise
  EXPECT_EQ(
      weigh({{{base, next}}, Better::kLower, kRule, 0.02}, Method::kExact, options).finding.verdict,
      Verdict::kSame);
}

}  // namespace
}  // namespace trampcheck
