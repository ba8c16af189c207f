#include "tools/cli/compare_options.h"

#include <gtest/gtest.h>

#include "tools/cli/command_line.h"

namespace trampcheck {
namespace {

using Words = std::vector<std::string>;

CompareArgs parsed(Words words) {
  words.insert(words.begin(), "compare");
  auto line = parse_command_line(words);
  EXPECT_TRUE(line) << line.error().text();
  if (!line) return {};
  EXPECT_EQ(line->verb, Verb::kCompare);
  return line->compare;
}

TEST(CompareOptions, Defaults) {
  const CompareArgs args = parsed({"a.json", "b.json"});
  EXPECT_EQ(args.base, "a.json");
  EXPECT_EQ(args.next, "b.json");
  EXPECT_EQ(args.format, "text");
  auto options = to_compare_options(args);
  ASSERT_TRUE(options) << options.error().text();
  EXPECT_EQ(options->alpha, 0.01);
  EXPECT_FALSE(options->threshold);
  EXPECT_TRUE(options->metrics.empty());
  EXPECT_TRUE(options->across.empty());
  EXPECT_FALSE(options->common_functions);
}

TEST(CompareOptions, All) {
  const CompareArgs args =
      parsed({"a", "b", "--metric", "cpu_ns", "--metric=attach.*", "--across", "cpus,config.HZ",
              "--across", "knobs", "--threshold", "2.5", "--alpha", "0.05", "--mechanism",
              "fentry,fexit", "--format", "markdown", "-o", "out.md"});
  EXPECT_EQ(args.metrics, (Words{"cpu_ns", "attach.*"}));
  EXPECT_EQ(args.output, "out.md");
  auto options = to_compare_options(args);
  ASSERT_TRUE(options) << options.error().text();
  EXPECT_EQ(options->threshold, 0.025);
  EXPECT_EQ(options->alpha, 0.05);
  EXPECT_EQ(options->across, (std::set<std::string>{"config.HZ", "cpus", "knobs"}));
  EXPECT_EQ(options->base_mechanism, "fentry");
  EXPECT_EQ(options->next_mechanism, "fexit");
}

TEST(CompareOptions, TheParserRefuses) {
  for (const Words& words : std::vector<Words>{{},
                                               {"a"},
                                               {"a", "b", "c"},
                                               {"", "b"},
                                               {"a", "b", "--threshold", "-1"},
                                               {"a", "b", "--threshold", "nan"},
                                               {"a", "b", "--threshold", "inf"},
                                               {"a", "b", "--alpha", "0"},
                                               {"a", "b", "--alpha", "0.6"},
                                               {"a", "b", "--alpha", "nan"},
                                               {"a", "b", "--format", "html"},
                                               {"a", "b", "--metric", ""}}) {
    Words all = {"compare"};
    all.insert(all.end(), words.begin(), words.end());
    auto line = parse_command_line(all);
    ASSERT_FALSE(line) << testing::PrintToString(words);
    EXPECT_EQ(line.error().exit, Exit::kUsage);
  }
}

TEST(CompareOptions, OneMechanismOrThree) {
  for (const char* mechanisms : {"fentry", "fentry,fexit,kprobe"}) {
    auto options = to_compare_options(parsed({"a", "b", "--mechanism", mechanisms}));
    ASSERT_FALSE(options);
    EXPECT_EQ(options.error().exit, Exit::kUsage);
  }
}

}  // namespace
}  // namespace trampcheck
