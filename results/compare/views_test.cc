#include "results/compare/views.h"

#include <gtest/gtest.h>

#include "results/compare/testing.h"

namespace trampcheck {
namespace {

ResultRow single_times(const std::vector<std::string>& functions,
                       const std::vector<std::vector<int64_t>>& samples) {
  ResultRow row = measured_row("fentry", "attach", {{"wall_ns", {100, 200}}});
  row.per_function.emplace();
  row.per_function->unit = "ticks";
  row.per_function->functions = functions;
  row.per_function->samples = samples;
  return row;
}

TEST(ReduceForComparison, DropsWhatIsNotCompared) {
  RunResult result = run_of("a", "tcg", {single_times({"f"}, {{1}})}).result;
  result.functions->names = {"f"};
  result.results[0].log = {"line"};
  RunResult with_times = result;
  reduce_for_comparison(result, /*per_function=*/false);
  EXPECT_TRUE(result.functions->names.empty());
  EXPECT_TRUE(result.results[0].log.empty());
  EXPECT_FALSE(result.results[0].per_function);
  EXPECT_EQ(result.results[0].metrics.at("wall_ns").samples, (Samples{100, 200}));
  reduce_for_comparison(with_times, /*per_function=*/true);
  EXPECT_TRUE(with_times.results[0].per_function);
}

TEST(KeepMechanism, RenamesItsRows) {
  std::vector<LoadedResult> results = {run_of(
      "a", "tcg",
      {status_row("fentry", Status::kPass, 4), measured_row("fentry", "attach", {{"wall_ns", {1}}}),
       measured_row("fexit", "attach", {{"wall_ns", {2}}})})};
  results[0].result.results[1].id = "attach.fentry.n100.attach";
  ASSERT_TRUE(keep_mechanism(results, "fentry", "kprobe_multi"));
  const auto& rows = results[0].result.results;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].id, "attach.kprobe_multi");
  EXPECT_EQ(rows[1].id, "attach.kprobe_multi.n100.attach");
  EXPECT_FALSE(rows[1].params.contains("mechanism"));
  auto kept = keep_mechanism(results, "fentry", "fexit");
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().text(), "a has no mechanism 'fentry'; it has: none");
}

TEST(CommonFunctions, SumsThoseThatAllHave) {
  LoadedResult base =
      run_of("a", "tcg", {single_times({"f", "g", "h"}, {{1, 10, 100}, {2, 20, 200}})});
  LoadedResult next = run_of("b", "tcg", {single_times({"x", "h", "f"}, {{5, 7, 3}, {5, 8, 4}})});
  auto common = add_common_functions({&base.result, &next.result});
  ASSERT_TRUE(common) << common.error().text();
  EXPECT_EQ(*common, 2);
  const Metric& sum = base.result.results[0].metrics.at(kCommonMetric);
  EXPECT_EQ(sum.samples, (Samples{101, 202}));
  EXPECT_EQ(sum.unit, "ticks");
  EXPECT_EQ(next.result.results[0].metrics.at(kCommonMetric).samples, (Samples{10, 12}));
}

TEST(CommonFunctions, CannotBeHad) {
  LoadedResult base = run_of("a", "tcg", {single_times({"f"}, {{1}})});
  LoadedResult without = run_of("b", "tcg", {measured_row("fentry", "attach", {{"wall_ns", {1}}})});
  auto none = add_common_functions({&base.result, &without.result});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().exit, Exit::kNotComparable);
  EXPECT_EQ(none.error().text(),
            "--common-functions: not all results have the times of single functions; measure both "
            "sides again with --per-function");
  LoadedResult other = run_of("c", "tcg", {single_times({"g"}, {{1}})});
  auto disjoint = add_common_functions({&base.result, &other.result});
  ASSERT_FALSE(disjoint);
  EXPECT_EQ(disjoint.error().what, "--common-functions: no function is common to all results");
  LoadedResult summary_only = run_of("d", "tcg", {single_times({"f"}, {})});
  EXPECT_FALSE(add_common_functions({&base.result, &summary_only.result}));
}

}  // namespace
}  // namespace trampcheck
