// Files that `validate` is given.
#include <nlohmann/json.hpp>

#include "results/model/json.h"
#include "results/testing/example.h"
#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

using nlohmann::json;

class ResultInput : public Refusal {
 protected:
  void refuse_text(const std::string& text, const std::vector<std::string>& words) {
    make("r.json", text);
    std::vector<std::string> all = {"r.json"};
    all.insert(all.end(), words.begin(), words.end());
    refuse({"validate", "r.json"}, 2, all);
  }
  void refuse_json(const json& value, const std::vector<std::string>& words) {
    refuse_text(value.dump(1), words);
  }

  json example_ = to_json(example_result());
};

TEST_F(ResultInput, WhatIsNoFile) {
  refuse({"validate", "missing.json"}, 4, {"missing.json", "No such file"});
  refuse({"validate", "."}, 4, {".", "Is a directory"});
}

TEST_F(ResultInput, WhatIsNoJson) {
  const std::string whole = serialise(example_result());
  const char* kRemedy = "take another copy";
  refuse_text("", {"truncated or not JSON", kRemedy});
  refuse_text(whole.substr(0, whole.size() / 2), {"truncated or not JSON", kRemedy});
  refuse_text(whole.substr(0, whole.size() - 2), {"truncated or not JSON", kRemedy});
  refuse_text(whole + "}", {"not JSON", kRemedy});
  refuse_text(std::string("\x7f") + "ELF" + std::string(5000, '\0'), {"not JSON", kRemedy});
  refuse_text(std::string(1'000'000, '['), {"levels deep", "no file of trampcheck"});
}

TEST_F(ResultInput, WhatIsNoNumber) {
  std::string text = serialise(example_result());
  const size_t samples = text.find("\"samples\": [") + 12;
  for (const char* word : {"NaN, ", "Infinity, ", "1e999, "}) {
    refuse_text(std::string(text).insert(samples, word), {});
  }
}

TEST_F(ResultInput, OtherSchemas) {
  json other = example_;
  other["schema"]["name"] = "someone.else";
  refuse_json(other, {"not a trampcheck result", "schema.name", "trampcheck run"});
  refuse_json(json::object(), {"not a trampcheck result", "trampcheck run"});
  refuse_json(json::array(), {"not a trampcheck result", "trampcheck run"});
  json newer = example_;
  newer["schema"]["major"] = kSchemaMajor + 1;
  refuse_json(newer, {"schema 2.0", "use a newer trampcheck"});
}

TEST_F(ResultInput, BrokenResults) {
  json broken = example_;
  broken["results"][0]["metrics"]["wall_ns"]["samples"][0] = -1;
  refuse_json(broken, {"samples[0]", "-1"});
  broken = example_;
  broken["results"][1]["id"] = broken["results"][0]["id"];
  refuse_json(broken, {"two rows have this id"});
  broken = example_;
  broken["surprise"] = 1;
  refuse_json(broken, {"surprise", "results/schema/v1.json"});
  broken = example_;
  broken.erase("context");
  refuse_json(broken, {"context", "results/schema/v1.json"});
  broken = example_;
  broken["functions"]["chosen"] = 5;
  refuse_json(broken, {"chosen 5"});
}

TEST_F(ResultInput, NewerMinorWithAKeyUnknownHere) {
  json newer = example_;
  newer["schema"]["minor"] = kSchemaMinor + 1;
  newer["results"][0]["surprise"] = "of a later day";
  make("newer.json", newer.dump());
  Ran ran = run_trampcheck({"validate", "newer.json"}, folder_, /*deadline_s=*/60);
  EXPECT_EQ(ran.status(), 0);
  EXPECT_EQ(ran.out(), "newer.json: valid\n");
  EXPECT_EQ(ran.err(), "");
}

TEST_F(ResultInput, OneBadFileDoesNotHideTheOthers) {
  make("good.json", example_.dump());
  make("bad.json", "{}");
  Ran ran = run_trampcheck({"validate", "bad.json", "good.json"}, folder_, /*deadline_s=*/60);
  EXPECT_EQ(ran.status(), 2);
  EXPECT_EQ(ran.out(), "good.json: valid\n");
  EXPECT_TRUE(is_one_line(ran.err(), {"bad.json"}));
}

}  // namespace
}  // namespace trampcheck
