#include "results/index/index.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

Index example() {
  Index index;
  index.started_at = "2026-01-02T03:04:05Z";
  index.suite_version = "0.1.0";
  index.suite_commit = "abc1234";
  index.argv = {"vm", "--kernel", "6.1,7.3"};
  index.setup = {{"accel", "icount"}, {"command", "run attach"}};
  IndexEntry fine{"6.1", 0, "6.1.json", "PASS", "", 0, "6.1.0-57-cloud-amd64", "linux_6.1", 61000};
  IndexEntry absent{"7.3", 0, "", "ERROR", "did not boot", 4, "", "", std::nullopt};
  index.entries = {fine, absent};
  return index;
}

TEST(IndexTest, ComesBackAsItWasWritten) {
  const std::string text = serialise_index(example());
  EXPECT_TRUE(is_index(text));
  auto read = parse_index(text, "index.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(serialise_index(*read), text);
  ASSERT_EQ(read->entries.size(), 2u);
  EXPECT_EQ(read->entries[0].host_wall_ms, 61000);
  EXPECT_EQ(read->entries[0].exit, 0);
  EXPECT_EQ(read->entries[1].reason, "did not boot");
  EXPECT_EQ(read->entries[1].host_wall_ms, std::nullopt);
}

TEST(IndexTest, WhatIsNoIndexSaysWhy) {
  auto what = [](std::string_view text) {
    auto read = parse_index(text, "x.json");
    EXPECT_FALSE(read);
    return read ? "" : read.error().what;
  };
  EXPECT_EQ(what("{}"), "x.json is no index of results: its schema is not trampcheck.index");
  EXPECT_EQ(what(R"({"schema":{"name":"trampcheck.index","major":2,"minor":0}})"),
            "x.json has version 2 of the index, newer than 1");
  EXPECT_TRUE(what(R"({"schema":{"name":"trampcheck.index","major":1,"minor":0}})")
                  .starts_with("x.json is no index of results: "));
  EXPECT_FALSE(is_index("{}"));
  EXPECT_FALSE(is_index("{\"schema\":"));
}

TEST(IndexTest, AFileOutsideTheFolderIsRefused) {
  Index index = example();
  index.entries[0].file = "../6.1.json";
  auto read = parse_index(serialise_index(index), "x.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().what,
            "x.json is no index of results: '../6.1.json' lies in another folder");
}

TEST(IndexTest, OtherSetupsAreNamed) {
  Index now = example();
  EXPECT_EQ(describe_other_setup(example(), now), "");
  now.setup["accel"] = "tcg";
  now.setup["cpus"] = "2";
  EXPECT_EQ(describe_other_setup(example(), now),
            "accel 'icount', now 'tcg'; cpus 'nothing', now '2'");
}

}  // namespace
}  // namespace trampcheck
