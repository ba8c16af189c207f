#include "tools/cli/progress.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(ProgressLine, ShowsHowFarItIs) {
  EXPECT_EQ(progress_line("fentry attach (round 1 of 2)", 200, 400, 100),
            "fentry attach (round 1 of 2)             [############------------] 200/400");
  EXPECT_EQ(progress_line("x", 0, 10, 100),
            "x                                        [------------------------] 0/10");
  EXPECT_EQ(progress_line("x", 10, 10, 100),
            "x                                        [########################] 10/10");
}

TEST(ProgressLine, IsFullOnlyAtTheEnd) {
  EXPECT_NE(progress_line("x", 39999, 40000, 100).find("#-]"), std::string::npos);
  EXPECT_NE(progress_line("x", 40001, 40000, 100).find("##] 40001/40000"), std::string::npos);
}

TEST(ProgressLine, WithoutAnEndIsOnlyWords) {
  EXPECT_EQ(progress_line("6.12: booting (icount)", 0, 0, 80), "6.12: booting (icount)");
  EXPECT_EQ(progress_line("", 0, 0, 80), "");
}

TEST(ProgressLine, LeavesTheLastColumnFree) {
  EXPECT_EQ(progress_line("booting", 0, 0, 8), "booting");
  EXPECT_EQ(progress_line("booting", 0, 0, 7), "bootin");
  EXPECT_EQ(progress_line("booting", 0, 0, 2), "b");
  EXPECT_EQ(progress_line("booting", 0, 0, 1), "");
  EXPECT_EQ(progress_line("booting", 0, 0, 0), "");
  EXPECT_EQ(progress_line("x", 5, 10, 50).size(), 49u);
}

}  // namespace
}  // namespace trampcheck
