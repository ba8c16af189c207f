#include "harness/attach/search.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>
#include <utility>

namespace trampcheck {
namespace {

using Calls = std::vector<std::pair<size_t, size_t>>;

// A kernel that refuses these members, and notes what it was asked.
struct Kernel {
  std::set<size_t> bad;
  int error_number = EINVAL;
  Calls calls = {};

  TryMembers tried() {
    return [this](size_t first, size_t count) -> std::optional<int> {
      calls.emplace_back(first, count);
      auto found = bad.lower_bound(first);
      return found != bad.end() && *found < first + count ? error_number : 0;
    };
  }
};

using Blames = std::vector<Blamed>;

TEST(FindRefused, OneOfEight) {
  Kernel kernel{{5}};
  const Search search = find_refused(8, EINVAL, 100, kernel.tried());
  EXPECT_EQ(search.blamed, (Blames{{5, EINVAL}}));
  // The left half is taken, so the right one is halved unasked; a single member is always asked.
  EXPECT_EQ(kernel.calls, (Calls{{0, 4}, {4, 2}, {4, 1}, {5, 1}, {6, 2}}));
  EXPECT_EQ(search.tries, 5u);
}

TEST(FindRefused, TheFirstAndTheLast) {
  Kernel kernel{{0, 7}, ENOENT};
  const Search search = find_refused(8, EINVAL, 100, kernel.tried());
  EXPECT_EQ(search.blamed, (Blames{{0, ENOENT}, {7, ENOENT}}));
  EXPECT_EQ(kernel.calls,
            (Calls{{0, 4}, {0, 2}, {0, 1}, {1, 1}, {2, 2}, {4, 4}, {4, 2}, {6, 1}, {7, 1}}));
}

TEST(FindRefused, TheOnlyOneIsNotAskedAgain) {
  Kernel kernel{{0}};
  EXPECT_EQ(find_refused(1, EBUSY, 100, kernel.tried()).blamed, (Blames{{0, EBUSY}}));
  EXPECT_TRUE(kernel.calls.empty());
}

TEST(FindRefused, AllOfThree) {
  Kernel kernel{{0, 1, 2}, E2BIG};
  const Search search = find_refused(3, E2BIG, 100, kernel.tried());
  EXPECT_EQ(search.blamed, (Blames{{0, E2BIG}, {1, E2BIG}, {2, E2BIG}}));
  EXPECT_EQ(kernel.calls, (Calls{{0, 1}, {1, 2}, {1, 1}, {2, 1}}));
}

TEST(FindRefused, NoneOfNone) {
  Kernel kernel;
  EXPECT_TRUE(find_refused(0, EINVAL, 100, kernel.tried()).blamed.empty());
  EXPECT_TRUE(kernel.calls.empty());
}

TEST(FindRefused, NobodyIsBlamedForWhatIsRefusedOnlyTogether) {
  Kernel kernel;  // takes everything it is asked
  const Search search = find_refused(4, EINVAL, 100, kernel.tried());
  EXPECT_TRUE(search.blamed.empty());
  EXPECT_EQ(kernel.calls, (Calls{{0, 2}, {2, 1}, {3, 1}}));
}

TEST(FindRefused, TheBoundLeavesTheRestUnderSuspicion) {
  Kernel kernel{{0, 7}};
  Search search = find_refused(8, EINVAL, 4, kernel.tried());
  EXPECT_EQ(search.tries, 4u);
  EXPECT_EQ(kernel.calls, (Calls{{0, 4}, {0, 2}, {0, 1}, {1, 1}}));
  EXPECT_EQ(search.blamed, (Blames{{0, EINVAL},
                                   {2, EINVAL, 2},
                                   {3, EINVAL, 2},
                                   {4, EINVAL, 4},
                                   {5, EINVAL, 4},
                                   {6, EINVAL, 4},
                                   {7, EINVAL, 4}}));
  search = find_refused(3, EINVAL, 0, kernel.tried());
  EXPECT_EQ(search.blamed, (Blames{{0, EINVAL, 3}, {1, EINVAL, 3}, {2, EINVAL, 3}}));
}

TEST(FindRefused, GivesUpWhenToldTo) {
  auto stop = [](size_t, size_t) -> std::optional<int> { return std::nullopt; };
  const Search search = find_refused(2, EINVAL, 100, stop);
  EXPECT_EQ(search.tries, 0u);
  EXPECT_EQ(search.blamed, (Blames{{0, EINVAL, 2}, {1, EINVAL, 2}}));
}

TEST(FindRefused, TriesGrowWithTheLogarithm) {
  Kernel kernel{{31234}};
  const Search search = find_refused(65536, EINVAL, 100, kernel.tried());
  EXPECT_EQ(search.blamed, (Blames{{31234, EINVAL}}));
  EXPECT_LE(search.tries, 33u);
}

}  // namespace
}  // namespace trampcheck
