// What `compare` is given, and what it says.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "results/model/json.h"
#include "results/testing/example.h"
#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

using nlohmann::json;

class CompareInput : public Refusal {
 protected:
  CompareInput() {
    base_ = example_result();
    next_ = example_result();
    next_.context.started_at = "2026-12-01T12:00:00Z";
  }

  void make_both() {
    make("base.json", serialise(base_));
    make("new.json", serialise(next_));
  }

  Ran compare(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return run_trampcheck(arguments, folder_, /*deadline_s=*/120);
  }

  // A pair of good results beside which one thing is wrong.
  void refuse_text(const std::string& text, const std::vector<std::string>& words) {
    make("bad.json", text);
    std::vector<std::string> all = {"bad.json"};
    all.insert(all.end(), words.begin(), words.end());
    refuse({"compare", "base.json", "bad.json"}, 2, all);
    refuse({"compare", "bad.json", "new.json", "-o", "out"}, 2, all);
  }

  std::vector<int64_t>& attach(RunResult& result, const std::string& metric) {
    return example_row(result, "attach.fentry.attach").metrics[metric].samples;
  }

  RunResult base_;
  RunResult next_;
};

TEST_F(CompareInput, NothingWorse) {
  make_both();
  Ran ran = compare({"base.json", "new.json"});
  EXPECT_EQ(ran.status(), 0) << ran.out() << ran.err();
  EXPECT_EQ(ran.err(), "");
  EXPECT_NE(ran.out().find("\nresult        nothing worse (exit status 0)\n"), std::string::npos);
}

TEST_F(CompareInput, SomethingWorse) {
  for (int64_t& ns : attach(next_, "cpu_ns")) ns += ns / 10;
  make_both();
  Ran ran = compare({"base.json", "new.json", "--format", "json", "-o", "out.json"});
  EXPECT_EQ(ran.status(), 1) << ran.err();
  EXPECT_EQ(ran.out(),
            "verdicts      1 worse, 0 better, 34 ~, 0 need more rounds, 0 not comparable\n"
            "result        worse (exit status 1)\n");
  make_both();  // the comparison beside them is no stranger to complain of
  EXPECT_EQ(files_in(folder_), (std::vector<std::string>{"base.json", "new.json", "out.json"}));
}

TEST_F(CompareInput, WhatDiffersIsListed) {
  next_.context.domain = "tcg";
  next_.context.kernel.cpus_online = 2;
  next_.context.kernel.config["HZ"] = "1000";
  make_both();
  Ran ran = compare({"base.json", "new.json"});
  EXPECT_EQ(ran.status(), 3);
  for (const char* line : {"  domain     icount   tcg\n", "  cpus            1     2\n",
                           "  config.HZ     250  1000\n", " config.HZ,cpus,domain\n"}) {
    EXPECT_NE(ran.out().find(line), std::string::npos) << line << ran.out();
  }
  EXPECT_EQ(compare({"base.json", "new.json", "--across", "domain,cpus"}).status(), 3);
  // Allowed, the two are compared: as boots of tcg, of which one is too little.
  ran = compare({"base.json", "new.json", "--across", "domain,cpus,config"});
  EXPECT_EQ(ran.status(), 3);
  EXPECT_NE(ran.out().find("1 pair of boots; p < 0.01 takes 8"), std::string::npos) << ran.out();
}

TEST_F(CompareInput, WhatIsNoResult) {
  make_both();
  const std::string whole = serialise(base_);
  refuse_text("", {"truncated or not JSON", "take another copy"});
  refuse_text(whole.substr(0, whole.size() / 2), {"truncated or not JSON"});
  refuse_text("{}", {"not a trampcheck result"});
  refuse_text(std::string(100'000, '['), {"levels deep"});
  refuse({"compare", "base.json", "absent.json"}, 4, {"absent.json", "No such file"});
  refuse({"compare", "none*.json", "new.json"}, 2, {"no file matches none*.json"});
}

TEST_F(CompareInput, BrokenResults) {
  make_both();
  json good = to_json(base_);
  json broken = good;
  broken["schema"]["major"] = kSchemaMajor + 1;
  refuse_text(broken.dump(), {"schema 2.0", "use a newer trampcheck"});
  broken = good;
  broken["results"][0]["metrics"]["wall_ns"]["samples"][1] = -1;
  refuse_text(broken.dump(), {"samples[1]", "-1"});
  broken = good;
  broken["results"][0]["metrics"]["wall_ns"]["samples"] = json::array();
  refuse_text(broken.dump(), {"results[0].metrics.wall_ns.samples"});
  broken = good;
  broken["results"][1]["id"] = broken["results"][0]["id"];
  refuse_text(broken.dump(), {"two rows have this id"});
  std::string text = good.dump();
  text.insert(text.find("\"samples\":[") + 11, "NaN,");
  refuse_text(text, {"not JSON"});
}

TEST_F(CompareInput, TheSameRunTwice) {
  make_both();
  make("copy.json", serialise(base_));
  refuse({"compare", "base.json", "base.json"}, 2, {"hold the same run", "--mechanism A,B"});
  refuse({"compare", "base.json", "copy.json"}, 2, {"hold the same run: base.json and copy.json"});
  refuse({"compare", "*.json", "new.json"}, 2, {"base.json and copy.json hold the same run"});
}

TEST_F(CompareInput, OptionsThatMakeNoSense) {
  make_both();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--metric", "cpu"}, "near to it: attach.discover.cpu_ns"},
      {{"--metric", "wal_ns"}, "near to it: wall_ns"},
      {{"--metric", ""}, "--metric"},
      {{"--threshold", "-1"}, "--threshold"},
      {{"--threshold", "nan"}, "--threshold"},
      {{"--alpha", "0"}, "--alpha"},
      {{"--alpha", "1.5"}, "--alpha"},
      {{"--across", "kernel"}, "no condition 'kernel'; there are: domain, functions"},
      {{"--mechanism", "fentry"}, "--mechanism takes two"},
      {{"--mechanism", "fentry,fentry"}, "names fentry twice"},
      {{"--mechanism", "fentry,kprobe"}, "has no mechanism 'kprobe'; it has: fentry, fexit"},
      {{"--common-functions", "--across", "functions"}, "contradict each other"},
      {{"--common-functions", "--metric", "cpu_ns"}, "takes no --metric"},
      {{"--format", "xml"}, "--format"},
      {{"-o", "base.json"}, "one of the results to be compared"},
  };
  for (const auto& [options, words] : cases) {
    std::vector<std::string> arguments = {"compare", "base.json", "new.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    refuse(arguments, 2, {words});
  }
  refuse({"compare", "base.json"}, 2, {"new"});
  refuse({"compare", "base.json", "new.json", "--common-functions"}, 3, {"--per-function"});
  refuse({"compare", "base.json", "new.json", "-o", "no/such/folder"}, 4, {"no/such/folder"});
}

TEST_F(CompareInput, FoldersWithStrangers) {
  for (const char* name : {"a", "b", "c"}) std::filesystem::create_directory(folder_ + "/" + name);
  make("a/6.12.json", serialise(base_));
  make("a/notes.json", "{\"mine\": 1}");
  make("a/6.12.json.console.log", "booting");
  make("b/6.12.json", serialise(next_));
  Ran ran = compare({"a", "b"});
  EXPECT_EQ(ran.status(), 0) << ran.err();
  EXPECT_TRUE(is_one_line(ran.err(), {"left out a/notes.json"}));
  make("c/notes.json", "{}");
  Ran none = compare({"a", "c"});
  EXPECT_EQ(none.status(), 2);
  EXPECT_EQ(none.out(), "");
  EXPECT_TRUE(is_one_line(none.err(), {"c holds no results"}));
}

TEST_F(CompareInput, AMillionSamples) {
  for (RunResult* result : {&base_, &next_}) {
    ResultRow& row = example_row(*result, "attach.fentry.attach");
    const Metric wall = row.metrics["wall_ns"];
    row.metrics = {{"wall_ns", wall}};
    auto& samples = row.metrics["wall_ns"].samples;
    for (int64_t i = 0; i < 1'000'000; ++i) samples.push_back(61'000'000 + i % 997);
  }
  make_both();
  Ran ran = compare({"base.json", "new.json", "--metric", "attach.fentry.attach"});
  EXPECT_EQ(ran.status(), 0) << ran.out() << ran.err();
  json bad = to_json(base_);
  auto& samples = example_row(base_, "attach.fentry.attach").metrics["wall_ns"].samples;
  for (int64_t& sample : samples) sample = -sample;
  for (json& row : bad["results"]) {
    if (row["id"] == "attach.fentry.attach") row["metrics"]["wall_ns"]["samples"] = samples;
  }
  refuse_text(bad.dump(), {"samples[0]", "-61000000"});
}

TEST_F(CompareInput, NamesOfAllKinds) {
  const std::string name = "a,b \"c\" <d>\n|e| \xc3\xbc.json";
  make(name, serialise(base_));
  make("new.json", serialise(next_));
  for (const char* format : {"text", "markdown", "json"}) {
    Ran ran = compare({name, "new.json", "--format", format});
    EXPECT_EQ(ran.status(), 0) << ran.err();
    EXPECT_NE(ran.out().find("a,b "), std::string::npos);
    EXPECT_EQ(ran.out().find("<d>\n|e|"), std::string::npos) << format;
  }
  Ran ran = compare({name, "new.json", "--format", "json"});
  EXPECT_EQ(json::parse(ran.out())["kernels"][0]["base"]["files"][0], name);
}

TEST_F(CompareInput, TwoMechanismsOfOneRun) {
  make_both();
  Ran ran =
      compare({"base.json", "base.json", "--mechanism", "fentry,fexit", "--across", "attached"});
  EXPECT_EQ(ran.status(), 1) << ran.out() << ran.err();  // fexit is FAIL in the example
  EXPECT_NE(ran.out().find("fentry of BASE, fexit of NEW"), std::string::npos) << ran.out();
}

}  // namespace
}  // namespace trampcheck
