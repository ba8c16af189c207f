#include "results/compare/rules.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

ResultRow row(int64_t wall_ns, int64_t blocked_ns) {
  ResultRow row;
  row.id = "attach.fentry.n100.detach";
  row.metrics["wall_ns"].samples = {wall_ns};
  row.metrics["blocked_ns"].samples = {blocked_ns};
  return row;
}

TEST(Rules, WhatIsJudgedAndWhatExplains) {
  for (const char* metric : {"wall_ns", "cpu_ns", "cycles_k", "instructions_k", "ns_per_call"}) {
    EXPECT_TRUE(rule_for(metric).judged) << metric;
  }
  for (const char* metric : {"tsc", "blocked_ns", "system_cpu_ns", "ipis_tlb"}) {
    EXPECT_FALSE(rule_for(metric).judged) << metric;
  }
  EXPECT_EQ(rule_for("ns_per_call").gate, 0.05);
}

TEST(Rules, APhaseThatWaitsIsGivenMore) {
  EXPECT_LT(exact_tolerance("attach", "cpu_ns", false), 0.01);  // a planted 1 % must be seen
  EXPECT_GT(exact_tolerance("attach", "cpu_ns", true), exact_tolerance("attach", "cpu_ns", false));
  EXPECT_GT(exact_tolerance("quiesce", "wall_ns", false), 1);  // one look more
}

TEST(Rules, WaitingIsMoreThanAHundredth) {
  EXPECT_FALSE(waits(row(1000, 10)));
  EXPECT_TRUE(waits(row(1000, 11)));
  EXPECT_FALSE(waits(ResultRow{}));
}

TEST(Rules, ThePhaseIsAParameterOrTheLastWord) {
  ResultRow one = row(1, 1);
  EXPECT_EQ(phase_of(one), "detach");
  one.params["phase"] = "attach";
  EXPECT_EQ(phase_of(one), "attach");
  one.params["phase"] = int64_t{3};
  EXPECT_EQ(phase_of(one), "detach");
}

}  // namespace
}  // namespace trampcheck
