#include "tools/kernels/build/source.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "results/base/file.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAddLine = R"(a line is added

--- a/sub/one.c
+++ b/sub/one.c
@@ -1,2 +1,3 @@
 first
+between
 last
)";

constexpr std::string_view kNewFile = R"(a file is added
---
diff --git a/new.c b/new.c
new file mode 100644
--- /dev/null
+++ b/new.c
@@ -0,0 +1 @@
+new
)";

constexpr std::string_view kElsewhere = R"(of another source

--- a/sub/one.c
+++ b/sub/one.c
@@ -1,3 +1,4 @@
 first
 between
+more
 last
--- a/two.c
+++ b/two.c
@@ -1 +1 @@
-not what is there
+other
)";

class SetPatches : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("TEST_TMPDIR");
    ASSERT_NE(folder, nullptr);
    tree_.folder =
        std::string(folder) + "/" + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(tree_.folder);
    fs::create_directories(tree_.folder + "/sub");
    put("sub/one.c", "first\nlast\n");
    put("two.c", "two\n");
  }

  void put(const std::string& file, std::string_view text) {
    ASSERT_TRUE(write_file_atomically(tree_.folder + "/" + file, text));
  }

  std::string text(const std::string& file) {
    auto read = read_file(tree_.folder + "/" + file);
    return read ? *read : "absent";
  }

  SourceTree tree_;
};

TEST_F(SetPatches, OneAndBack) {
  ASSERT_TRUE(set_patches(tree_, {{"line.patch", kAddLine}, {"new.patch", kNewFile}}, "1.0"));
  EXPECT_EQ(text("sub/one.c"), "first\nbetween\nlast\n");
  EXPECT_EQ(text("new.c"), "new\n");
  ASSERT_TRUE(set_patches(tree_, {}, "1.0"));
  EXPECT_EQ(text("sub/one.c"), "first\nlast\n");
  EXPECT_EQ(text("new.c"), "absent");
}

TEST_F(SetPatches, WhatDoesNotChangeIsNotTouched) {
  ASSERT_TRUE(set_patches(tree_, {{"line.patch", kAddLine}}, "1.0"));
  const auto before = fs::last_write_time(tree_.folder + "/sub/one.c");
  ASSERT_TRUE(set_patches(tree_, {{"line.patch", kAddLine}, {"new.patch", kNewFile}}, "1.0"));
  EXPECT_EQ(fs::last_write_time(tree_.folder + "/sub/one.c"), before);
}

// As a build that was killed while it wrote would leave it.
TEST_F(SetPatches, ATreeThatIsHalfPatched) {
  ASSERT_TRUE(set_patches(tree_, {{"line.patch", kAddLine}, {"new.patch", kNewFile}}, "1.0"));
  put("sub/one.c", "half of wh");
  ASSERT_TRUE(set_patches(tree_, {{"line.patch", kAddLine}}, "1.0"));
  EXPECT_EQ(text("sub/one.c"), "first\nbetween\nlast\n");
  EXPECT_EQ(text("new.c"), "absent");
}

TEST_F(SetPatches, OneThatDoesNotApplyLeavesTheTreeAlone) {
  auto set = set_patches(tree_, {{"line.patch", kAddLine}, {"other.patch", kElsewhere}}, "1.0");
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().what, "other.patch does not apply to 1.0: hunk 1 of two.c");
  EXPECT_EQ(set.error().exit, Exit::kEnvironment);
  EXPECT_EQ(text("sub/one.c"), "first\nlast\n");
  EXPECT_EQ(text("two.c"), "two\n");
}

// A patch that is in the tree already must not be taken out of it.
TEST_F(SetPatches, OneThatIsThereAlready) {
  put("sub/one.c", "first\nbetween\nlast\n");
  auto set = set_patches(tree_, {{"line.patch", kAddLine}}, "1.0");
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().what,
            "line.patch does not apply to 1.0: sub/one.c holds it already, or part of it");
  EXPECT_EQ(text("sub/one.c"), "first\nbetween\nlast\n");
}

}  // namespace
}  // namespace trampcheck
