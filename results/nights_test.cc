#include "results/nights.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "results/base/file.h"
#include "results/model/json.h"
#include "results/testing/example.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

class Nights : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const char* parent = std::getenv("TEST_TMPDIR");
    folder_ = fs::path(parent ? parent : "/tmp") / test->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  void make(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(write_file_atomically((folder_ / name).string(), text));
  }

  std::string path(const std::string& name) { return (folder_ / name).string(); }

  fs::path folder_;
  std::string whole_ = serialise(example_result());
};

TEST_F(Nights, InOrderWithTheirVerdicts) {
  RunResult second = example_result();
  second.context.started_at = "2026-12-02T03:00:00Z";
  make("2026-12-02T030000Z/result.json", serialise(second));
  make("2026-12-01T030000Z/result.json", whole_);
  make("2026-12-01T030000Z/again.json", whole_);
  make("2026-12-01T030000Z/report.html", "<p>a page</p>");
  make("last-good.json", whole_);
  make("history.tsv",
       "2026-12-01T030000Z\t7.3.4\tfirst night\t2026-12-01T030000Z/result.json\n"
       "a stranger's line\n"
       "2026-12-02T030000Z\t7.3.4\tnothing got worse\t2026-12-02T030000Z/result.json\n");
  auto loaded = load_nights({folder_.string()});
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_TRUE(loaded->warnings.empty());
  ASSERT_EQ(loaded->results.size(), 2U);
  EXPECT_EQ(loaded->results[0].path, path("2026-12-01T030000Z/result.json"));
  EXPECT_EQ(loaded->results[0].verdict, "first night");
  EXPECT_EQ(loaded->results[1].verdict, "nothing got worse");
}

// A step that a copy repeats has been seen once.
TEST_F(Nights, ACopyIsNoSecondNight) {
  make("1/result.json", whole_);
  make("2/result.json", whole_);
  auto loaded = load_nights({folder_.string()});
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_EQ(loaded->results.size(), 1U);
  EXPECT_EQ(loaded->warnings,
            std::vector<std::string>{"left out " + path("2") + ": it is a copy of " +
                                     path("1/result.json") + ", and no second night"});
}

TEST_F(Nights, ASpoiltNightIsLeftOut) {
  make("1/result.json", whole_);
  make("2/result.json", whole_.substr(0, 1000));
  make("3/console.txt", "did not boot");
  auto loaded = load_nights({folder_.string()});
  ASSERT_TRUE(loaded) << loaded.error().text();
  ASSERT_EQ(loaded->results.size(), 1U);
  EXPECT_EQ(loaded->results[0].verdict, "");
  ASSERT_EQ(loaded->warnings.size(), 2U);
  EXPECT_TRUE(loaded->warnings[0].starts_with("left out " + path("2") + ": "));
  EXPECT_NE(loaded->warnings[0].find("truncated"), std::string::npos) << loaded->warnings[0];
  EXPECT_EQ(loaded->warnings[1], "left out " + path("3") + ": no result.json in it");
}

TEST_F(Nights, NoneThatCanBeRead) {
  make("1/result.json", "{");
  auto loaded = load_nights({folder_.string()});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().exit, Exit::kUsage);
  EXPECT_EQ(loaded.error().what, folder_.string() + " holds no night that can be read");
}

TEST_F(Nights, AFolderOfResultsAsElsewhere) {
  make("a.json", whole_);
  make("b.json", whole_);
  make("sub/notes.txt", "nothing");
  auto loaded = load_nights({folder_.string()});
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_EQ(loaded->results.size(), 2U);
  EXPECT_FALSE(load_nights({path("sub")}));
  EXPECT_FALSE(load_nights({path("missing")}));
}

TEST_F(Nights, GivenTwice) {
  make("1/result.json", whole_);
  auto loaded = load_nights({folder_.string(), path("1/result.json")});
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().what, path("1/result.json") + " is given twice");
}

TEST_F(Nights, Reduced) {
  make("1/result.json", whole_);
  auto loaded = load_nights({folder_.string()}, [](RunResult& result) { result.results.clear(); });
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_TRUE(loaded->results[0].result.results.empty());
}

}  // namespace
}  // namespace trampcheck
