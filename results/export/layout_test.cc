#include "results/export/layout.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

std::string paragraph(std::string_view label, std::string_view text) {
  std::string out;
  put_paragraph(out, label, text);
  return out;
}

TEST(Plain, ReplacesAllButPrintableAscii) {
  EXPECT_EQ(plain("a\x1b[31m\n\t\xc3\xbc~ \x7f"), "a?[31m????~ ?");
}

TEST(Paragraph, SetsTheTextBesideTheLabel) {
  EXPECT_EQ(paragraph("kernel", "6.12"), "kernel        6.12\n");
  EXPECT_EQ(paragraph("alone", ""), "alone\n");
}

TEST(Paragraph, WrapsAtBlanks) {
  std::string word(50, 'x');
  EXPECT_EQ(paragraph("l", word + " " + word),
            "l             " + word + "\n              " + word + "\n");
}

TEST(Paragraph, BreaksAWordLongerThanALine) {
  std::string out = paragraph("l", std::string(86 + 86 + 1, 'x'));
  EXPECT_EQ(out, "l             " + std::string(86, 'x') + "\n              " +
                     std::string(86, 'x') + "\n              x\n");
}

TEST(Table, Aligns) {
  std::string out;
  put_table(out, {{"phase", "wall"}, {"a", "1.00 us"}, {"attach", "-"}});
  EXPECT_EQ(out,
            "  phase      wall\n"
            "  a       1.00 us\n"
            "  attach        -\n");
}

TEST(WideTable, IsOneWhereItFits) {
  std::string out;
  put_wide_table(out, {{"k", "a", "b"}, {"1", "2", "3"}});
  EXPECT_EQ(out, "  k  a  b\n  1  2  3\n");
}

TEST(WideTable, SharesItsColumnsEvenly) {
  const std::string wide(30, 'w');
  std::string out;
  put_wide_table(out, {{"k", wide, "b", wide, wide}, {"1", "2", "3", "4", "5"}});
  EXPECT_EQ(out, "  k  " + wide + "  b\n  1  " + std::string(29, ' ') + "2  3\n\n  k  " + wide +
                     "  " + wide + "\n  1  " + std::string(29, ' ') + "4  " + std::string(29, ' ') +
                     "5\n");
}

TEST(WideTable, AColumnTooWideStandsAlone) {
  const std::string wide(200, 'w');
  std::string out;
  put_wide_table(out, {{"k", wide, wide}});
  EXPECT_EQ(out, "  k  " + wide + "\n\n  k  " + wide + "\n");
  out.clear();
  put_wide_table(out, {{"k"}, {"1"}});
  EXPECT_EQ(out, "  k\n  1\n");
}

}  // namespace
}  // namespace trampcheck
