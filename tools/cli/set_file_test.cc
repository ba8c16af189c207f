#include "tools/cli/set_file.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

using Names = std::vector<std::string>;

Names parsed(std::string_view text) {
  auto names = parse_set(text, "set.txt");
  EXPECT_TRUE(names) << names.error().text();
  return names ? *names : Names();
}

std::string refused(std::string_view text) {
  auto names = parse_set(text, "set.txt");
  EXPECT_FALSE(names);
  if (names) return "";
  EXPECT_EQ(names.error().exit, Exit::kUsage);
  EXPECT_EQ(names.error().remedy, "make one with: trampcheck select -o FILE");
  return names.error().what;
}

TEST(SetFile, IsWrittenWithItsOrigin) {
  EXPECT_EQ(format_set({"vfs_read", "vfs_write"}, "6.12.48"),
            "# trampcheck function set\n# from: 6.12.48\n# functions: 2\nvfs_read\nvfs_write\n");
}

TEST(SetFile, IsReadAsWritten) {
  const Names names = {"vfs_write", "a.b$c", "_X9", "vfs_read"};
  EXPECT_EQ(parsed(format_set(names, "6.12.48")), names);
}

TEST(SetFile, TakesWhatEditorsMakeOfIt) {
  EXPECT_EQ(parsed("# x\r\nvfs_read\r\n\r\nvfs_write\r\n"), (Names{"vfs_read", "vfs_write"}));
  EXPECT_EQ(parsed("\n\nvfs_read\n#vfs_write"), Names{"vfs_read"});
  EXPECT_EQ(parsed("vfs_read"), Names{"vfs_read"});
}

TEST(SetFile, ANameTwiceIsMeantOnce) { EXPECT_EQ(parsed("b\na\nb\nb\n"), (Names{"b", "a"})); }

TEST(SetFile, EmptyNamesNothing) {
  for (const char* text : {"", "\n", "\r\n\r\n", "# only\n# comments\n"}) {
    EXPECT_EQ(refused(text), "set.txt names no functions");
  }
}

TEST(SetFile, GarbageIsRefusedWithItsLine) {
  EXPECT_EQ(refused("vfs_read\n{\"schema\": 1}\n"), "set.txt line 2 is no function name");
  EXPECT_EQ(refused("# x\n\nvfs read\n"), "set.txt line 3 is no function name");
  EXPECT_EQ(refused("vfs_*\n"), "set.txt line 1 is no function name");
  EXPECT_EQ(refused(" vfs_read\n"), "set.txt line 1 is no function name");
  EXPECT_EQ(refused("\xef\xbb\xbfvfs_read\n"), "set.txt line 1 is no function name");
  EXPECT_EQ(refused("\r\r\n"), "set.txt line 1 is no function name");
}

TEST(SetFile, BinaryIsRefused) {
  std::string bytes =
      "\x7f"
      "ELF";
  for (int c = 0; c < 256; ++c) bytes += static_cast<char>(c);
  refused(bytes);
  refused(std::string(4096, '\0'));
  refused(std::string("a\0b\n", 4));
}

TEST(SetFile, ANameHasALimit) {
  EXPECT_EQ(parsed(std::string(512, 'a')).size(), 1u);
  EXPECT_EQ(refused(std::string(513, 'a')), "set.txt line 1 is no function name");
  refused(std::string(1 << 20, 'a'));
}

}  // namespace
}  // namespace trampcheck
