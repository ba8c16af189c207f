#include "results/load.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "results/base/file.h"
#include "results/index/index.h"
#include "results/model/json.h"
#include "results/store.h"
#include "results/testing/example.h"

namespace trampcheck {
namespace {

class LoadResults : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::string(std::getenv("TEST_TMPDIR")) + "/" + test->name();
    std::filesystem::create_directories(folder_);
  }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(write_file_atomically(path(name), text));
  }
  void save(const std::string& name) const {
    ASSERT_TRUE(save_result(example_result(), path(name)));
  }

  Error refused(const std::vector<std::string>& paths) const {
    auto loaded = load_results(paths);
    EXPECT_FALSE(loaded);
    return loaded ? Error{} : loaded.error();
  }

  std::string folder_;
};

TEST_F(LoadResults, FilesInTheOrderGiven) {
  save("b.json");
  save("a.txt");  // a file that is named may be called as it likes
  auto loaded = load_results({path("b.json"), path("a.txt")});
  ASSERT_TRUE(loaded) << loaded.error().text();
  ASSERT_EQ(loaded->results.size(), 2u);
  EXPECT_EQ(loaded->results[0].path, path("b.json"));
  EXPECT_EQ(loaded->results[1].path, path("a.txt"));
  EXPECT_EQ(loaded->results[1].result.results.size(), example_result().results.size());
  EXPECT_TRUE(loaded->warnings.empty());
}

TEST_F(LoadResults, AFolderNumbersByValue) {
  for (const char* name : {"6.12.json", "6.1-boot10.json", "6.1-boot2.json", "5.10.json"}) {
    save(name);
  }
  auto loaded = load_results({folder_});
  ASSERT_TRUE(loaded) << loaded.error().text();
  std::vector<std::string> names;
  for (const LoadedResult& one : loaded->results) names.push_back(one.path);
  EXPECT_EQ(names, (std::vector<std::string>{path("5.10.json"), path("6.1-boot2.json"),
                                             path("6.1-boot10.json"), path("6.12.json")}));
}

TEST_F(LoadResults, AFoldersStrangersAreLeftOutWithALineEach) {
  save("good.json");
  write("a.json", "{}");
  write("b.json", "[truncated");
  write("c.json", "");
  write("d.json", R"({"about": "trampcheck.result", "schema": {"name": "someone.else"}})");
  write("e.json", R"({"schema": {"name": "trampcheck.other"}, "of": "trampcheck.result"})");
  write("notes.txt", "not looked at");
  ASSERT_EQ(mkfifo(path("pipe.json").c_str(), 0600), 0);
  std::filesystem::create_directories(path("folder.json"));
  auto loaded = load_results({folder_});
  ASSERT_TRUE(loaded) << loaded.error().text();
  ASSERT_EQ(loaded->results.size(), 1u);
  EXPECT_EQ(loaded->warnings, (std::vector<std::string>{
                                  "left out " + path("a.json") + ": not a trampcheck result",
                                  "left out " + path("b.json") + ": not a trampcheck result",
                                  "left out " + path("c.json") + ": not a trampcheck result",
                                  "left out " + path("d.json") + ": not a trampcheck result",
                                  "left out " + path("folder.json") + ": not a file",
                                  "left out " + path("pipe.json") + ": not a file",
                              }));
}

TEST_F(LoadResults, GuestsThatCameToNothing) {
  save("6.1.json");
  Index index;
  index.entries = {{.kernel = "6.1", .file = "6.1.json", .status = "PASS"},
                   {.kernel = "6.12", .status = "ERROR", .reason = "no such kernel"},
                   {.kernel = "7.3", .status = "MISS"}};
  write("index.json", serialise_index(index));
  auto loaded = load_results({folder_});
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_EQ(loaded->results.size(), 1u);
  EXPECT_EQ(loaded->warnings,
            (std::vector<std::string>{path("index.json") + ": no result of 6.12: no such kernel",
                                      path("index.json") + ": no result of 7.3: MISS"}));
}

TEST_F(LoadResults, WhatCallsItselfAResultMustBeOne) {
  save("good.json");
  const std::string whole = serialise(example_result());
  write("x.json", whole.substr(0, whole.size() / 2));
  EXPECT_EQ(refused({folder_}).exit, Exit::kUsage);
  EXPECT_NE(refused({folder_}).what.find("x.json is truncated"), std::string::npos);
  nlohmann::json newer = to_json(example_result());
  newer["schema"]["major"] = kSchemaMajor + 1;
  write("x.json", newer.dump());
  EXPECT_EQ(refused({folder_}).exit, Exit::kUsage);
  EXPECT_NE(refused({folder_}).text().find("newer trampcheck"), std::string::npos);
  nlohmann::json negative = to_json(example_result());
  negative["results"][0]["metrics"]["wall_ns"]["samples"][0] = -1;
  write("x.json", negative.dump());
  EXPECT_NE(refused({folder_}).text().find("-1"), std::string::npos);
}

TEST_F(LoadResults, AStrangerThatIsNamedIsAnError) {
  write("a.json", "{}");
  EXPECT_EQ(refused({path("a.json")}).exit, Exit::kUsage);
  EXPECT_EQ(refused({path("absent.json")}).code, ENOENT);
  EXPECT_EQ(refused({path("absent.json")}).exit, Exit::kEnvironment);
}

TEST_F(LoadResults, AFolderWithoutResults) {
  write("a.json", "{}");
  EXPECT_EQ(refused({folder_}).exit, Exit::kUsage);
  EXPECT_EQ(refused({folder_}).what, folder_ + " holds no results");
}

TEST_F(LoadResults, TheSameFileTwice) {
  save("a.json");
  EXPECT_EQ(refused({path("a.json"), folder_ + "/./a.json"}).exit, Exit::kUsage);
  EXPECT_EQ(refused({path("a.json"), folder_}).what, path("a.json") + " is given twice");
}

}  // namespace
}  // namespace trampcheck
