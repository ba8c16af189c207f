#include "results/compare/compare.h"

#include <gtest/gtest.h>

#include "results/compare/testing.h"

namespace trampcheck {
namespace {

ResultRow attach(const Samples& wall, const Samples& cpu) {
  Samples blocked;
  for (size_t i = 0; i < wall.size(); ++i)
    blocked.push_back(std::max<int64_t>(0, wall[i] - cpu[i]));
  return measured_row(
      "fentry", "attach",
      {{"wall_ns", wall}, {"cpu_ns", cpu}, {"blocked_ns", blocked}, {"cycles_k", {}}});
}

LoadedResult icount(const std::string& path, std::vector<ResultRow> rows) {
  LoadedResult one = run_of(path, "icount", std::move(rows));
  one.result.context.started_at = "2026-11-30T12:00:0" + std::to_string(path.size() % 10) + "Z";
  return one;
}

Comparison compared(std::vector<LoadedResult> base, std::vector<LoadedResult> next,
                    const CompareOptions& options = {}) {
  auto comparison = compare(std::move(base), std::move(next), options);
  EXPECT_TRUE(comparison) << comparison.error().text();
  return comparison ? *comparison : Comparison{};
}

constexpr int64_t kMs = 1'000'000;

TEST(Compare, IcountTwoRounds) {
  const Comparison same =
      compared({icount("base", {attach({9 * kMs, 9 * kMs}, {9 * kMs, 9 * kMs})})},
               {icount("new", {attach({9 * kMs, 9 * kMs}, {9 * kMs, 9 * kMs})})});
  EXPECT_EQ(exit_of(same), Exit::kFine);
  EXPECT_EQ(count(same, Verdict::kSame), 2);
  ASSERT_EQ(same.kernels.size(), 1u);
  EXPECT_EQ(same.kernels[0].method, Method::kExact);
  EXPECT_EQ(same.kernels[0].notes, std::vector<std::string>{"not measured: cycles_k: no PMU"});
}

TEST(Compare, APlantedPercentOfCpu) {
  const Samples before = {9'000'000, 9'010'000};
  const Samples after = {9'090'000, 9'100'100};
  const Comparison found =
      compared({icount("base", {attach(before, before)})}, {icount("new", {attach(after, after)})});
  EXPECT_EQ(exit_of(found), Exit::kFailed);
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "cpu_ns").verdict, Verdict::kWorse);
  EXPECT_NEAR(*finding_of(found, "attach.fentry.attach", "cpu_ns").ratio, 1.01, 1e-6);
  EXPECT_TRUE(found.kernels[0].disagreements.empty());
}

TEST(Compare, CpuEqualWallDoubled) {
  const Comparison found =
      compared({icount("base", {attach({12 * kMs, 12 * kMs}, {10 * kMs, 10 * kMs})})},
               {icount("new", {attach({24 * kMs, 24 * kMs}, {10 * kMs, 10 * kMs})})});
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "cpu_ns").verdict, Verdict::kSame);
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "wall_ns").verdict, Verdict::kWorse);
  ASSERT_EQ(found.kernels[0].disagreements.size(), 1u);
  const Disagreement& one = found.kernels[0].disagreements[0];
  EXPECT_EQ(one.first.metric, "cpu_ns");
  EXPECT_EQ(one.second.metric, "wall_ns");
  EXPECT_EQ(*one.waiting, 12 * kMs);
  EXPECT_EQ(found.kernels[0].findings[0].metric, "wall_ns");  // worst first
}

std::vector<LoadedResult> tcg_boots(const std::string& side, int n, int64_t percent) {
  std::vector<LoadedResult> boots;
  for (int i = 0; i < n; ++i) {
    const int64_t ns = (10 * kMs + i * 1000) * (100 + percent) / 100;
    boots.push_back(
        run_of(side + std::to_string(i), "tcg", {attach({ns + i, ns + 900}, {ns, ns})}, i));
    boots.back().result.context.started_at = "2026-11-30T12:00:00Z" + side;
  }
  return boots;
}

TEST(Compare, BootsInPairs) {
  const Comparison worse = compared(tcg_boots("base", 12, 0), tcg_boots("new", 12, 20));
  EXPECT_EQ(worse.kernels[0].method, Method::kSignedRank);
  EXPECT_EQ(exit_of(worse), Exit::kFailed);
  const Finding& cpu = finding_of(worse, "attach.fentry.attach", "cpu_ns");
  EXPECT_EQ(cpu.n, 12);
  EXPECT_EQ(*cpu.p, 2.0 / 4096);
  EXPECT_EQ(*cpu.p_adjusted, 2.0 / 4096);  // both of two are as small
  EXPECT_EQ(exit_of(compared(tcg_boots("base", 12, 0), tcg_boots("new", 12, 1))), Exit::kFine);
}

TEST(Compare, ARowThatNotEveryBootHas) {
  std::vector<LoadedResult> base = tcg_boots("base", 9, 0);
  std::vector<LoadedResult> next = tcg_boots("new", 9, 20);
  base[0].result.results.clear();
  next[0].result.results.clear();
  const Comparison found = compared(base, next);
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "cpu_ns").n, 8);
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "cpu_ns").verdict, Verdict::kWorse);
}

TEST(Compare, AcrossDomainsNothingRepeats) {
  CompareOptions options;
  options.across = {"domain", "qemu"};
  std::vector<LoadedResult> base = {
      icount("base", {attach({9 * kMs, 9 * kMs}, {9 * kMs, 9 * kMs})})};
  const Comparison found = compared(base, tcg_boots("new", 1, 0), options);
  EXPECT_EQ(found.kernels[0].method, Method::kSignedRank);
  EXPECT_EQ(count(found, Verdict::kMoreRounds), 2);
}

TEST(Compare, OneBootASideIsTooLittle) {
  const Comparison few = compared(tcg_boots("base", 1, 0), tcg_boots("new", 1, 100));
  EXPECT_EQ(exit_of(few), Exit::kNotComparable);
  EXPECT_EQ(count(few, Verdict::kMoreRounds), 2);
}

TEST(Compare, TwoMechanismsInsideOneBoot) {
  const Samples fast = {10 * kMs, 10 * kMs + 1, 10 * kMs + 2, 10 * kMs + 3, 10 * kMs + 4};
  Samples slow;
  for (int64_t ns : fast) slow.push_back(ns * 2);
  ResultRow fexit = attach(slow, slow);
  fexit.id = "attach.fexit.attach";
  fexit.params["mechanism"] = "fexit";
  const std::vector<LoadedResult> run = {run_of("a", "tcg", {attach(fast, fast), fexit})};
  CompareOptions options;
  options.base_mechanism = "fentry";
  options.next_mechanism = "fexit";
  const Comparison found = compared(run, run, options);
  EXPECT_EQ(found.kernels[0].method, Method::kRankSum);
  EXPECT_EQ(finding_of(found, "attach.fexit.attach", "wall_ns").verdict, Verdict::kWorse);
  EXPECT_NEAR(*finding_of(found, "attach.fexit.attach", "wall_ns").ratio, 2, 1e-6);
}

TEST(Compare, TheSameRunTwice) {
  const std::vector<LoadedResult> run = tcg_boots("a", 1, 0);
  auto refused = compare(run, run, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().exit, Exit::kUsage);
  EXPECT_EQ(refused.error().what, "BASE and NEW hold the same run: a0 and a0");
}

TEST(Compare, DifferencesStopIt) {
  LoadedResult next = icount("new", {attach({2 * kMs}, {2 * kMs})});
  next.result.context.kernel.cpus_online = 2;
  const std::vector<LoadedResult> base = {icount("base", {attach({kMs}, {kMs})})};
  const Comparison refused = compared(base, {next});
  EXPECT_EQ(exit_of(refused), Exit::kNotComparable);
  EXPECT_TRUE(refused.kernels[0].findings.empty());
  ASSERT_EQ(refused.kernels[0].differences.size(), 1u);
  CompareOptions options;
  options.across = {"cpus"};
  EXPECT_FALSE(compared(base, {next}, options).kernels[0].findings.empty());
}

std::vector<ResultRow> with_status(Status status, int64_t attached,
                                   const std::string& reason = "") {
  return {status_row("fentry", status, attached, reason),
          attach({9 * kMs, 9 * kMs}, {9 * kMs, 9 * kMs})};
}

TEST(Compare, AFailureIsWorse) {
  const Comparison found = compared({icount("base", with_status(Status::kPass, 4))},
                                    {icount("new", with_status(Status::kFail, 4, "a leak"))});
  EXPECT_EQ(exit_of(found), Exit::kFailed);
  EXPECT_EQ(found.kernels[0].findings[0].reason, "PASS in BASE; FAIL in NEW: a leak");
  EXPECT_EQ(count(found, Verdict::kSame), 2);  // its figures are compared all the same
  EXPECT_EQ(exit_of(compared({icount("base", with_status(Status::kFail, 4, "a leak"))},
                             {icount("new", with_status(Status::kPass, 4))})),
            Exit::kFine);
}

TEST(Compare, AGuestThatPanicked) {
  ResultRow vm;
  vm.id = "vm";
  vm.status = Status::kFail;
  vm.reason = "panicked";
  const Comparison found =
      compared({icount("base", with_status(Status::kPass, 4))}, {icount("new", {vm})});
  EXPECT_EQ(exit_of(found), Exit::kFailed);
  EXPECT_EQ(found.kernels[0].findings[0].reason, "no such row in BASE; FAIL in NEW: panicked");
}

TEST(Compare, WhatNewHasNotCannotBeSaid) {
  const std::vector<LoadedResult> base = {icount("base", with_status(Status::kPass, 4))};
  ResultRow skipped = status_row("fentry", Status::kSkip, 0, "no BTF");
  skipped.counts.reset();
  const Comparison found = compared(base, {icount("new", {skipped})});
  EXPECT_EQ(exit_of(found), Exit::kNotComparable);
  ASSERT_EQ(found.kernels[0].findings.size(), 1u);  // said once, not for every phase
  EXPECT_EQ(found.kernels[0].findings[0].reason, "PASS in BASE; SKIP in NEW: no BTF");
}

TEST(Compare, OtherNumbersOfFunctions) {
  const std::vector<LoadedResult> base = {icount("base", with_status(Status::kPass, 4))};
  const std::vector<LoadedResult> next = {icount("new", with_status(Status::kPass, 3))};
  const Comparison found = compared(base, next);
  EXPECT_EQ(exit_of(found), Exit::kNotComparable);
  ASSERT_EQ(found.kernels[0].findings.size(), 1u);
  EXPECT_EQ(found.kernels[0].findings[0].id, "attach.fentry");
  EXPECT_EQ(found.kernels[0].findings[0].reason,
            "4 functions attached in BASE, 3 in NEW; compare --common-functions, or allow it with "
            "--across attached");
  CompareOptions options;
  options.metrics = {"attach.fentry.attach.cpu_ns"};
  EXPECT_EQ(compared(base, next, options).kernels[0].findings.size(), 1u);
  options.across = {"attached"};
  EXPECT_EQ(exit_of(compared(base, next, options)), Exit::kFine);
}

TEST(Compare, OtherParameters) {
  auto rows = with_status(Status::kPass, 4);
  rows[0].params["patched_by"] = "text poke";
  rows[0].params["rounds"] = int64_t{9};  // how often is no difference
  const Comparison found =
      compared({icount("base", with_status(Status::kPass, 4))}, {icount("new", rows)});
  EXPECT_EQ(found.kernels[0].findings[0].reason,
            "params.patched_by is nothing in BASE, text poke in NEW; allow it with --across "
            "params.patched_by");
}

TEST(Compare, WhatOnlyNewHasIsNoObstacle) {
  auto rows = with_status(Status::kPass, 4);
  rows.push_back(status_row("fexit", Status::kPass, 4));
  const Comparison found =
      compared({icount("base", with_status(Status::kPass, 4))}, {icount("new", rows)});
  EXPECT_EQ(exit_of(found), Exit::kFine);
  EXPECT_EQ(found.kernels[0].notes[0], "attach.fexit: no such row in BASE");
}

TEST(Compare, AMetricThatWasNotMeasured) {
  const std::vector<LoadedResult> base = {icount("base", with_status(Status::kPass, 4))};
  const std::vector<LoadedResult> next = {icount("new", with_status(Status::kPass, 4))};
  CompareOptions options;
  options.metrics = {"cycles_k"};
  const Comparison found = compared(base, next, options);
  EXPECT_EQ(exit_of(found), Exit::kNotComparable);
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "cycles_k").reason, "not measured: no PMU");
}

TEST(Compare, AllMetricsButThoseThatAreNull) {
  const std::vector<LoadedResult> base = {icount("base", with_status(Status::kPass, 4))};
  const std::vector<LoadedResult> next = {icount("new", with_status(Status::kPass, 4))};
  CompareOptions options;
  options.metrics = {"*"};
  const Comparison found = compared(base, next, options);
  EXPECT_EQ(exit_of(found), Exit::kFine);
  EXPECT_EQ(count(found, Verdict::kSame), 3);  // blocked_ns too
  EXPECT_EQ(found.kernels[0].notes, std::vector<std::string>{"not measured: cycles_k: no PMU"});
}

TEST(Compare, AnotherUnit) {
  auto rows = with_status(Status::kPass, 4);
  rows[1].metrics["cpu_ns"].unit = "s";
  const Comparison found =
      compared({icount("base", with_status(Status::kPass, 4))}, {icount("new", rows)});
  EXPECT_EQ(finding_of(found, "attach.fentry.attach", "cpu_ns").reason,
            "in ns, lower is better, in BASE, in s, lower is better, in NEW");
}

TEST(Compare, KernelsThatOnlyBaseHas) {
  std::vector<LoadedResult> base = tcg_boots("base", 8, 0);
  for (LoadedResult& one : tcg_boots("more", 8, 0)) {
    one.result.context.vm->kernel_image = "5.10";
    base.push_back(one);
  }
  const Comparison found = compared(base, tcg_boots("new", 8, 0));
  EXPECT_EQ(found.kernels.size(), 1u);
  EXPECT_EQ(found.missing, std::vector<std::string>{"5.10"});
  EXPECT_EQ(count(found, Verdict::kSame), 2);
  EXPECT_EQ(exit_of(found), Exit::kNotComparable);
}

std::vector<ResultRow> with_times(const std::vector<std::string>& functions, int64_t ticks,
                                  Status status) {
  std::vector<ResultRow> rows = with_status(status, 4, status == Status::kFail ? "a leak" : "");
  rows[1].per_function.emplace();
  rows[1].per_function->unit = "ticks";
  rows[1].per_function->functions = functions;
  rows[1].per_function->samples.assign(2, std::vector<int64_t>(functions.size(), ticks));
  return rows;
}

TEST(Compare, OnlyTheCommonFunctions) {
  LoadedResult base = icount("base", with_times({"f", "g", "h"}, kMs, Status::kPass));
  LoadedResult next = icount("new", with_times({"f", "x", "h", "y"}, 2 * kMs, Status::kPass));
  next.result.functions->set_sha256 = std::string(64, 'b');
  CompareOptions options;
  options.common_functions = true;
  const Comparison found = compared({base}, {next}, options);
  EXPECT_EQ(found.kernels[0].functions, 2);
  const Finding& sum = finding_of(found, "attach.fentry.attach", "functions_tsc");
  EXPECT_EQ(sum.verdict, Verdict::kWorse);
  EXPECT_EQ(*sum.base, 2 * kMs);
  EXPECT_EQ(*sum.next, 4 * kMs);
  EXPECT_EQ(count(found, Verdict::kSame), 1);  // the check; no other metric
}

TEST(Compare, ChecksCountAlsoWithCommonFunctions) {
  CompareOptions options;
  options.common_functions = true;
  const Comparison found =
      compared({icount("base", with_times({"f"}, kMs, Status::kPass))},
               {icount("new", with_times({"f"}, kMs, Status::kFail))}, options);
  EXPECT_EQ(exit_of(found), Exit::kFailed);
}

TEST(CheckOptions, Contradictions) {
  CompareOptions options;
  options.common_functions = true;
  options.across = {"functions"};
  EXPECT_EQ(check_options(options).error().exit, Exit::kUsage);
  options.across = {};
  EXPECT_TRUE(check_options(options));
  options.metrics = {"cpu_ns"};
  EXPECT_EQ(check_options(options).error().what,
            "--common-functions compares functions_tsc alone, and takes no --metric");
  CompareOptions twice;
  twice.base_mechanism = twice.next_mechanism = "fentry";
  EXPECT_EQ(check_options(twice).error().what, "--mechanism names fentry twice");
}

}  // namespace
}  // namespace trampcheck
