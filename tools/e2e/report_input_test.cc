// What `report` is given, and where it writes.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "results/model/json.h"
#include "results/testing/example.h"
#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

class ReportInput : public Refusal {
 protected:
  Ran report(const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"report"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_trampcheck(all, folder_, /*deadline_s=*/60);
  }

  std::string whole_ = serialise(example_result());
};

TEST_F(ReportInput, WhatIsNoResult) {
  refuse({"report", "missing.json"}, 4, {"missing.json", "No such file"});
  make("cut.json", whole_.substr(0, whole_.size() / 2));
  refuse({"report", "cut.json"}, 2, {"cut.json", "truncated"});
  refuse({"report", "."}, 2, {"cut.json", "truncated"});
  make("cut.json", "{}");
  refuse({"report", "cut.json"}, 2, {"cut.json", "not a trampcheck result"});
  refuse({"report", "."}, 2, {". holds no results", "vm -o DIR"});
  std::filesystem::create_directory(folder_ + "/.hidden");
  refuse({"report", "."}, 2, {". holds no results", "vm -o DIR"});
  std::filesystem::create_directory(folder_ + "/7.3");
  refuse({"report", "."}, 2, {". holds no results", "name the folders in it: ./*/"});
}

TEST_F(ReportInput, ANewerSchemaAmongGoodOnes) {
  nlohmann::json newer = to_json(example_result());
  newer["schema"]["major"] = kSchemaMajor + 1;
  make("good.json", whole_);
  make("newer.json", newer.dump());
  refuse({"report", "."}, 2, {"newer.json", "use a newer trampcheck"});
}

TEST_F(ReportInput, WhatCannotBeMeant) {
  make("a.json", whole_);
  refuse({"report", "a.json", "a.json"}, 2, {"a.json is given twice"});
  refuse({"report", "a.json", "--format", "pdf"}, 2, {"no format 'pdf'", "there are: text, "});
  refuse({"report", "a.json", "--format", ""}, 2, {"no format ''"});
  refuse({"report", "a.json", "-o", "./a.json"}, 2, {"./a.json is one of the results"});
  refuse({"report", "a.json", "-o", "nowhere/r.txt"}, 4, {"cannot create nowhere/r.txt", "-o"});
  refuse({"report", "a.json", "-o", "."}, 4, {"Is a directory"});
}

TEST_F(ReportInput, AFoldersStrangers) {
  make("a.json", whole_);
  make("package.json", "{\"name\": \"something\"}");
  Ran ran = report({"."});
  EXPECT_EQ(ran.status(), 0);
  EXPECT_TRUE(is_one_line(ran.err(), {"left out ./package.json: not a trampcheck result"}));
  EXPECT_TRUE(ran.out().starts_with("kernel        6.12.48")) << ran.out();
}

TEST_F(ReportInput, ToAFile) {
  make("a.json", whole_);
  Ran ran = report({"a.json", "-o", "r.txt"});
  EXPECT_EQ(ran.status(), 0);
  EXPECT_EQ(ran.out(), "");
  EXPECT_EQ(ran.err(), "");
  EXPECT_EQ(files_in(folder_), (std::vector<std::string>{"a.json", "r.txt"}));
}

TEST_F(ReportInput, Nights) {
  for (const char* night : {"nights/1", "nights/2", "nights/3"}) {
    std::filesystem::create_directories(folder_ + "/" + night);
  }
  make("nights/1/result.json", whole_.substr(0, whole_.size() / 2));
  make("nights/3/console.txt", "did not boot");
  make("nights/notes.txt", "a stranger");
  refuse({"report", "nights", "--format", "history", "-o", "h.html"}, 2,
         {"nights holds no night that can be read", "truncated"});
  make("nights/2/result.json", whole_);
  Ran ran = report({"nights", "--format", "history", "-o", "h.html"});
  EXPECT_EQ(ran.status(), 0);
  EXPECT_EQ(ran.out(), "");
  EXPECT_NE(ran.err().find("left out nights/1: "), std::string::npos) << ran.err();
  EXPECT_NE(ran.err().find("left out nights/3: no result.json in it"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder_ + "/h.html"));
  // Other formats look at no subfolder.
  refuse({"report", "nights", "--format", "html"}, 2, {"nights holds no results"});
}

}  // namespace
}  // namespace trampcheck
