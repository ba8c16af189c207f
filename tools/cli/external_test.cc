#include "tools/cli/external.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

namespace trampcheck {
namespace {

// PATH holds only this folder until it goes; `ls` stands in for a tool.
class ExternalTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::getenv("PATH");
    folder_ = std::string(std::getenv("TEST_TMPDIR")) + "/bin";
    std::filesystem::create_directories(folder_);
    setenv("PATH", folder_.c_str(), 1);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    setenv("PATH", path_.c_str(), 1);
  }
  void install() { std::filesystem::copy_file("/bin/ls", folder_ + "/tool"); }

  static constexpr External kTool = {"tool", "tool-package", nullptr, nullptr};
  std::string path_;
  std::string folder_;
};

TEST_F(ExternalTest, MissingNamesItsPackage) {
  auto found = find_commands({&kTool});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().exit, Exit::kEnvironment);
  EXPECT_EQ(found.error().text(), "tool is not on PATH; apt-get install tool-package");
  auto packed = pack_commands({&kTool}, 1024);
  ASSERT_FALSE(packed);
  EXPECT_EQ(packed.error().text(), found.error().text());
  install();
  EXPECT_TRUE(find_commands({&kTool}));
}

TEST_F(ExternalTest, NoneNeedsNothing) {
  EXPECT_TRUE(find_commands({}));
  auto packed = pack_commands({}, 16);
  ASSERT_TRUE(packed);
  EXPECT_TRUE(packed->empty());
}

TEST_F(ExternalTest, PacksWhatFits) {
  install();
  auto packed = pack_commands({&kTool}, 256);
  ASSERT_TRUE(packed) << packed.error().text();
  EXPECT_EQ(packed->front().path, "/bin/tool");
  auto refused = pack_commands({&kTool}, 100);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().exit, Exit::kUsage);
  EXPECT_NE(refused.error().what.find("--memory gives 100"), std::string::npos)
      << refused.error().what;
  EXPECT_TRUE(refused.error().remedy.starts_with("say --memory 1")) << refused.error().remedy;
}

ExternalCommand shell(const std::string& script) {
  return {{"/bin/sh", "-c", script}, {"WORD=hello"}};
}

TEST(RunExternal, HandsOverAllThatThereIs) {
  auto end = run_external(nullptr, shell("echo $WORD; echo no >&2; exit 3"), 30, [] {});
  ASSERT_TRUE(end);
  EXPECT_FALSE(end->fine);
  EXPECT_FALSE(end->timed_out);
  EXPECT_FALSE(end->stopped);
  EXPECT_EQ(end->how, "exited with status 3");
  EXPECT_EQ(end->out, "hello\n");
  EXPECT_EQ(end->err, "no\n");
  EXPECT_GT(end->use.user_ns + end->use.system_ns, 0);
  EXPECT_TRUE(run_external(nullptr, shell("exit 0"), 30, [] {})->fine);
  EXPECT_FALSE(run_external(nullptr, {{"no-such-command"}, {}}, 30, [] {}));
}

TEST(RunExternal, EndsAtItsDeadlineAndWhenAskedTo) {
  int alive = 0;
  auto late = run_external(nullptr, shell("sleep 100"), 3.2, [&] { ++alive; });
  ASSERT_TRUE(late);
  EXPECT_TRUE(late->timed_out);
  EXPECT_EQ(alive, 1);
  const std::atomic<bool> stop = true;
  auto stopped = run_external(&stop, shell("sleep 100"), 30, [] {});
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->stopped);
}

}  // namespace
}  // namespace trampcheck
