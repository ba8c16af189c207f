#include "harness/kernel/glob.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

bool matches(const char* pattern, const char* name) { return Glob(pattern).matches(name); }

TEST(Glob, Exact) {
  EXPECT_TRUE(matches("vfs_read", "vfs_read"));
  EXPECT_FALSE(matches("vfs_read", "vfs_rea"));
  EXPECT_FALSE(matches("vfs_read", "vfs_readv"));
  EXPECT_EQ(Glob("vfs_read").pattern(), "vfs_read");
}

TEST(Glob, EmptyMatchesOnlyTheEmptyName) {
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "a"));
}

TEST(Glob, Prefix) {
  EXPECT_TRUE(matches("tcp_*", "tcp_"));
  EXPECT_TRUE(matches("tcp_*", "tcp_sendmsg"));
  EXPECT_FALSE(matches("tcp_*", "tcp"));
  EXPECT_FALSE(matches("tcp_*", "__tcp_sendmsg"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "anything"));
}

TEST(Glob, General) {
  EXPECT_TRUE(matches("__x64_sys_*poll*", "__x64_sys_epoll_wait"));
  EXPECT_TRUE(matches("__x64_sys_*poll*", "__x64_sys_poll"));
  EXPECT_FALSE(matches("__x64_sys_*poll*", "__x64_sys_pol"));
  EXPECT_TRUE(matches("*_read", "vfs_read"));
  EXPECT_FALSE(matches("*_read", "vfs_readv"));
  EXPECT_TRUE(matches("a?c", "abc"));
  EXPECT_FALSE(matches("a?c", "ac"));
  EXPECT_TRUE(matches("a**", "abc"));
}

TEST(Glob, Brackets) {
  EXPECT_TRUE(matches("test[12]", "test1"));
  EXPECT_FALSE(matches("test[12]", "test3"));
  EXPECT_TRUE(matches("test[!12]", "test3"));
  EXPECT_TRUE(matches("test[0-9]*", "test7x"));
  EXPECT_TRUE(matches("test[1", "test[1"));  // not closed: means itself
}

TEST(Glob, Backslash) {
  EXPECT_TRUE(matches("a\\*", "a*"));
  EXPECT_FALSE(matches("a\\*", "ab"));
  EXPECT_FALSE(matches("a\\", "a"));
}

}  // namespace
}  // namespace trampcheck
