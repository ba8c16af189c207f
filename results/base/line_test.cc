#include "results/base/line.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(OneLine, ControlCharactersOnly) {
  EXPECT_EQ(one_line("a\nb\tc\x1b[2J\x7f"), "a?b?c?[2J?");
  EXPECT_EQ(one_line("M\xc3\xbcller, <b>&\"' ok"), "M\xc3\xbcller, <b>&\"' ok");
  EXPECT_EQ(one_line(std::string("\0", 1)), "?");
  EXPECT_EQ(one_line(""), "");
}

}  // namespace
}  // namespace trampcheck
