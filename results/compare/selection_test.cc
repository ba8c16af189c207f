#include "results/compare/selection.h"

#include <gtest/gtest.h>

#include "results/compare/testing.h"

namespace trampcheck {
namespace {

using Texts = std::vector<std::string>;

TEST(Selects, WithoutPatternsWhatIsJudged) {
  EXPECT_TRUE(selects({}, "attach.fentry.attach", "cpu_ns"));
  EXPECT_FALSE(selects({}, "attach.fentry.attach", "tsc"));
}

TEST(Selects, ByMetricRowOrBoth) {
  const std::string id = "attach.fentry.attach";
  EXPECT_TRUE(selects({"tsc"}, id, "tsc"));
  EXPECT_FALSE(selects({"tsc"}, id, "cpu_ns"));
  EXPECT_TRUE(selects({id}, id, "cpu_ns"));
  EXPECT_FALSE(selects({id}, id, "tsc"));  // a row: what is judged of it
  EXPECT_TRUE(selects({id + ".tsc"}, id, "tsc"));
  EXPECT_FALSE(selects({"attach.fentry"}, id, "cpu_ns"));
  EXPECT_TRUE(selects({"attach.*.attach.cpu_ns"}, id, "cpu_ns"));
  EXPECT_TRUE(selects({"*"}, id, "tsc"));
  EXPECT_TRUE(selects({"none", "cpu_*"}, id, "cpu_ns"));
}

TEST(IsNamed, OnlyWithoutAsterisk) {
  EXPECT_TRUE(is_named({"tsc"}, "attach.fentry", "tsc"));
  EXPECT_TRUE(is_named({"attach.fentry.tsc"}, "attach.fentry", "tsc"));
  EXPECT_FALSE(is_named({"*", "attach.fentry", "ts?"}, "attach.fentry", "tsc"));
}

TEST(NearWords, ByLettersAndByParts) {
  const Texts words = {"wall_ns", "cpu_ns", "cycles_k", "cycles_u", "attach.fentry.attach.wall_ns"};
  EXPECT_EQ(near_words("wal_ns", words), Texts{"wall_ns"});
  EXPECT_EQ(near_words("wall", words), (Texts{"attach.fentry.attach.wall_ns", "wall_ns"}));
  EXPECT_EQ(near_words("cycles", words), (Texts{"cycles_k", "cycles_u"}));
  EXPECT_EQ(near_words("attach.fentri.attach.wall_ns", words),
            Texts{"attach.fentry.attach.wall_ns"});
  EXPECT_EQ(near_words("zzz", words), Texts{});
  EXPECT_EQ(near_words(std::string(100'000, 'w'), words), Texts{});
}

TEST(CheckPatterns, SaysWhatIsNear) {
  const std::vector<LoadedResult> results = {
      run_of("a", "tcg", {measured_row("fentry", "attach", {{"wall_ns", {1}}, {"cpu_ns", {1}}})})};
  EXPECT_TRUE(check_patterns({"attach.fentry.attach", "cpu_ns"}, results, results));
  auto checked = check_patterns({"cpu"}, results, results);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().text(),
            "--metric: no metric 'cpu' in these results; near to it: "
            "attach.fentry.attach.cpu_ns, cpu_ns");
  EXPECT_EQ(checked.error().exit, Exit::kUsage);
  EXPECT_EQ(check_patterns({"nothing like it"}, results, results).error().remedy,
            "near to it: cpu_ns, wall_ns");
}

}  // namespace
}  // namespace trampcheck
