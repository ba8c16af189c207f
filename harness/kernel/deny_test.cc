#include "harness/kernel/deny.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace trampcheck {
namespace {

TEST(Deny, EveryPatternIsUniqueAndExplained) {
  std::set<std::string> patterns;
  for (const DenyEntry& entry : deny_table()) {
    EXPECT_TRUE(patterns.insert(entry.pattern).second) << entry.pattern;
    EXPECT_NE(entry.pattern, std::string());
    EXPECT_NE(entry.why, std::string()) << entry.pattern;
  }
  EXPECT_GT(patterns.size(), 50u);
}

// A pattern without a star is looked up, not matched: the other signs would mean themselves.
TEST(Deny, PatternsHaveNoSignButTheStar) {
  for (const DenyEntry& entry : deny_table()) {
    EXPECT_EQ(std::string(entry.pattern).find_first_of("?[]\\"), std::string::npos)
        << entry.pattern;
  }
}

std::string pattern_for(const char* function) {
  const DenyEntry* entry = find_denied(function);
  return entry == nullptr ? "" : entry->pattern;
}

TEST(Deny, FindsExactNames) {
  EXPECT_EQ(pattern_for("migrate_disable"), "migrate_disable");
  EXPECT_EQ(pattern_for("do_exit"), "do_exit");
  EXPECT_EQ(pattern_for("do_exit2"), "");
  EXPECT_EQ(pattern_for("migrate_disabl"), "");
}

TEST(Deny, FindsPatterns) {
  EXPECT_EQ(pattern_for("rcu_read_unlock_strict"), "rcu_*");
  EXPECT_EQ(pattern_for("__rcu_read_lock"), "__rcu_*");
  EXPECT_EQ(pattern_for("__bpf_prog_enter_recur"), "__bpf_prog_enter*");
  EXPECT_EQ(pattern_for("__x64_sys_epoll_wait"), "__x64_sys_*poll*");
  EXPECT_EQ(pattern_for("text_poke_bp"), "text_poke*");
}

TEST(Deny, EveryPatternDeniesWhatItDescribes) {
  for (const DenyEntry& entry : deny_table()) {
    std::string name = entry.pattern;
    for (char& c : name) c = c == '*' ? 'x' : c;
    EXPECT_NE(find_denied(name), nullptr) << name;
  }
}

TEST(Deny, LeavesTheHarmlessAlone) {
  for (const char* name : {"vfs_read", "tcp_sendmsg", "__x64_sys_getpgid", "__x64_sys_sched_yield",
                           "bpf_fentry_test1", "my_rcu_thing", "kfree", ""}) {
    EXPECT_EQ(find_denied(name), nullptr) << name;
  }
}

}  // namespace
}  // namespace trampcheck
