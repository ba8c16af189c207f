#include "tools/bisect/search.h"

#include <gtest/gtest.h>

#include <set>

namespace trampcheck {
namespace {

struct Asked {
  Found found;
  std::vector<size_t> order;
};

Asked search(size_t count, size_t first_new, const std::set<size_t>& unknown = {}) {
  Asked asked;
  asked.found = find_first_new(count, [&](size_t index) {
    asked.order.push_back(index);
    if (unknown.contains(index)) return Side::kUnknown;
    return index < first_new ? Side::kOld : Side::kNew;
  });
  return asked;
}

TEST(FindFirstNewTest, FindsEveryOneInLog2Steps) {
  for (size_t first_new = 1; first_new < 1000; ++first_new) {
    const Asked asked = search(1000, first_new);
    EXPECT_EQ(asked.found.first_new, first_new);
    EXPECT_EQ(asked.found.last_old, first_new - 1);
    EXPECT_LE(asked.order.size(), 10u);
  }
}

TEST(FindFirstNewTest, TwoNeedNoQuestion) {
  const Asked asked = search(2, 1);
  EXPECT_EQ(asked.found.first_new, 1u);
  EXPECT_TRUE(asked.order.empty());
}

TEST(FindFirstNewTest, AsksTheMiddleFirst) {
  EXPECT_EQ(search(6, 4).order, (std::vector<size_t>{2, 3, 4}));
}

TEST(FindFirstNewTest, GoesAroundWhatCannotBeMeasured) {
  const Asked asked = search(6, 4, {2});
  EXPECT_EQ(asked.found.first_new, 4u);
  EXPECT_EQ(asked.found.last_old, 3u);
  EXPECT_TRUE(asked.found.unknown.empty());
}

TEST(FindFirstNewTest, NamesWhatIsLeftUnknown) {
  const Asked asked = search(6, 4, {2, 3});
  EXPECT_EQ(asked.found.last_old, 1u);
  EXPECT_EQ(asked.found.first_new, 4u);
  EXPECT_EQ(asked.found.unknown, (std::vector<size_t>{2, 3}));
  const Asked none = search(4, 3, {1, 2});
  EXPECT_EQ(none.order.size(), 2u);
  EXPECT_EQ(none.found.unknown, (std::vector<size_t>{1, 2}));
}

TEST(FindFirstNewTest, AnAbortFindsNothing) {
  const Found found = find_first_new(9, [](size_t) { return Side::kAbort; });
  EXPECT_FALSE(found.first_new);
  EXPECT_FALSE(found.last_old);
}

}  // namespace
}  // namespace trampcheck
