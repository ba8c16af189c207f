#include <gtest/gtest.h>

#include "tools/cli/command_line.h"
#include "tools/cli/numbers.h"

namespace trampcheck {
namespace {

TEST(BisectOptionsTest, RunTakesRangesAndWhatFollowsTheDivider) {
  auto line = parse_command_line({"bisect", "run", "--kernel", "6.16..7.1", "--metric",
                                  "attach.fentry.detach.wall_ns", "--look-for", "better",
                                  "--threshold", "2.5", "--", "run", "attach"});
  ASSERT_TRUE(line) << line.error().text();
  EXPECT_EQ(line->verb, Verb::kBisect);
  EXPECT_EQ(line->bisect.action, "run");
  EXPECT_EQ(line->bisect.vm.kernels, std::vector<std::string>{"6.16..7.1"});
  EXPECT_EQ(line->bisect.vm.accel, "icount");
  EXPECT_EQ(line->bisect.vm.command, (std::vector<std::string>{"run", "attach"}));
  EXPECT_EQ(line->bisect.percent, 2.5);
  EXPECT_EQ(line->bisect.look_for, "better");
  EXPECT_FALSE(line->bisect.limit);
}

TEST(BisectOptionsTest, WrongValuesAreUsageErrors) {
  const std::vector<std::string> sound = {"bisect", "step", "--kernel", "x", "--metric", "a.b"};
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--limit", "fast"},
                                                        {"--limit", "nan"},
                                                        {"--limit", "-1ms"},
                                                        {"--limit", "3 min"},
                                                        {"--threshold", "nan"},
                                                        {"--threshold", "-5"},
                                                        {"--look-for", "any"}}) {
    auto words = sound;
    words.push_back(option + "=" + value);
    auto line = parse_command_line(words);
    ASSERT_FALSE(line) << option << " " << value;
    EXPECT_EQ(line.error().exit, Exit::kUsage);
  }
}

TEST(ReadAmountTest, KnowsUnitsOfTime) {
  EXPECT_EQ(read_amount("130ms"), 130e6);
  EXPECT_EQ(read_amount("1.5 s"), 1.5e9);
  EXPECT_EQ(read_amount("250us"), 250e3);
  EXPECT_EQ(read_amount("40ns"), 40);
  EXPECT_EQ(read_amount("40"), 40);
  EXPECT_EQ(read_amount(""), std::nullopt);
  EXPECT_EQ(read_amount("inf"), std::nullopt);
  EXPECT_EQ(read_amount("1 h"), std::nullopt);
}

}  // namespace
}  // namespace trampcheck
