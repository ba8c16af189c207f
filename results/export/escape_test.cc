#include "results/export/escape.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

constexpr const char* kUmlaut = "\xc3\xbc";

TEST(ValidUtf8, ReplacesWhatIsNone) {
  EXPECT_EQ(valid_utf8("plain\n"), "plain\n");
  EXPECT_EQ(valid_utf8(kUmlaut), kUmlaut);
  EXPECT_EQ(valid_utf8("a\xff"
                       "b\xc3"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(valid_utf8(std::string_view("a\0b", 3)), std::string("a\0b", 3));
}

TEST(OneLine, HasNoControlCharacters) {
  EXPECT_EQ(one_line("a\r\nb\tc\x1b[0m\x7f"), "a  b c [0m ");
  EXPECT_EQ(one_line("a\xe2\x80\xa8"
                     "b\xc2\x85"
                     "c\xc3\xbc"),
            "a b c\xc3\xbc");
}

TEST(XmlEscape, MarkupAndControls) {
  EXPECT_EQ(xml_escape("<a b=\"c\" d='e'>&</a>"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&lt;/a&gt;");
  EXPECT_EQ(xml_escape("a\n\t\r\x01\x1b"), "a&#10;&#9;&#13;\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(xml_escape(kUmlaut), kUmlaut);
  EXPECT_EQ(xml_escape("\xef\xbf\xbf\xff"), "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(CsvField, QuotesWhereItMust) {
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("attach.fentry"), "attach.fentry");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"a\""), "\"say \"\"a\"\"\"");
  EXPECT_EQ(csv_field("a\nb"), "\"a\nb\"");
  EXPECT_EQ(csv_field("a\rb"), "\"a\rb\"");
  EXPECT_EQ(csv_field(" a"), "\" a\"");
  EXPECT_EQ(csv_field(kUmlaut), kUmlaut);
}

TEST(MarkdownEscape, NothingIsMarkup) {
  EXPECT_EQ(markdown_escape("fentry_multi"), "fentry_multi");
  EXPECT_EQ(markdown_escape("__x64_sys_s*"), "\\_\\_x64_sys_s\\*");
  EXPECT_EQ(markdown_escape("a|b\nc `d` [e](f) ~~g~~ #1 $x$"),
            "a\\|b c \\`d\\` \\[e\\](f) \\~\\~g\\~\\~ \\#1 \\$x\\$");
  EXPECT_EQ(markdown_escape("<img> & \\"), "&lt;img&gt; &amp; \\\\");
  EXPECT_EQ(markdown_escape(kUmlaut), kUmlaut);
}

}  // namespace
}  // namespace trampcheck
