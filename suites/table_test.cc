#include "suites/table.h"

#include <gtest/gtest.h>

#include <set>

namespace trampcheck {
namespace {

TEST(Suites, AreUniqueFoundAndDescribed) {
  std::set<std::string> names;
  for (const Suite& suite : suites()) {
    EXPECT_TRUE(names.insert(suite.name).second) << suite.name;
    EXPECT_NE(suite.description, std::string()) << suite.name;
    auto found = find_suite(suite.name);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, &suite);
  }
  EXPECT_TRUE(names.contains("attach"));
}

TEST(Suites, AnUnknownOneIsAUsageError) {
  auto found = find_suite("attac");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().exit, Exit::kUsage);
  EXPECT_EQ(found.error().what, "no suite 'attac'");
  EXPECT_EQ(found.error().remedy.find("there are: attach"), 0u) << found.error().remedy;
}

}  // namespace
}  // namespace trampcheck
