#include "results/export/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "results/export/compare_words.h"

namespace trampcheck {
namespace {

Finding finding(const std::string& id, const std::string& metric, double base, double next,
                Verdict verdict) {
  Finding one;
  one.id = id;
  one.metric = metric;
  one.unit = "ns";
  one.base = base;
  one.next = next;
  one.ratio = next / base;
  one.low = next / base - 0.01;
  one.high = next / base + 0.01;
  one.n = 2;
  one.gate = 0.02;
  one.verdict = verdict;
  return one;
}

Comparison example() {
  Comparison comparison;
  KernelComparison kernel;
  kernel.base = {"6.12", "6.12.118", "0.1.0 abc", {"a.json"}};
  kernel.next = {"7.3", "7.3.4", "0.1.0 abc", {"b.json"}};
  kernel.domain = "icount";
  kernel.cpus = 1;
  kernel.functions = 96;
  const Finding wall = finding("attach.fentry.detach", "wall_ns", 127e6, 258e6, Verdict::kWorse);
  const Finding cpu = finding("attach.fentry.detach", "cpu_ns", 6.7e6, 6.7e6, Verdict::kSame);
  Finding exit = finding("attach.fentry.exit", "wall_ns", 1e6, 2e6, Verdict::kMoreRounds);
  exit.low = exit.high = std::nullopt;
  exit.n = 1;
  exit.reason = "it moved, but one sample is no verdict";
  Finding lost;
  lost.id = "attach.fexit";
  lost.metric = "status";
  lost.verdict = Verdict::kNotComparable;
  lost.reason = "PASS in BASE; SKIP in NEW: no BTF";
  kernel.findings = {wall, exit, lost, cpu};
  kernel.disagreements = {{"attach.fentry.detach", cpu, wall, 131e6}};
  kernel.notes = {"not measured: cycles_k: no PMU"};
  comparison.kernels = {kernel};
  return comparison;
}

Comparison refused() {
  Comparison comparison = example();
  KernelComparison& kernel = comparison.kernels[0];
  kernel.findings.clear();
  kernel.disagreements.clear();
  kernel.notes.clear();
  kernel.differences = {{"cpus", "1", "2", false}, {"config.HZ", "250", "1000", true}};
  return comparison;
}

TEST(ComparisonText, AllOfIt) {
  EXPECT_EQ(comparison_text(example()),
            "base          6.12.118 (6.12); a.json\n"
            "new           7.3.4 (7.3); b.json\n"
            "suite         trampcheck 0.1.0 abc\n"
            "domain        icount, 1 cpu, 96 functions\n"
            "test          exact, round by round: in icount a run repeats, so that two rounds "
            "suffice; the\n"
            "              interval is what all rounds but a quarter agree on\n"
            "gate          a change counts over 2 %: below lies what another build of the same "
            "moves\n"
            "\n"
            "  attach.*               base      new  change        interval  n  verdict\n"
            "  fentry.detach wall   127 ms   258 ms   x2.03  x2.02 to x2.04  2    worse\n"
            "  fentry.exit wall    1.00 ms  2.00 ms   x2.00               -  1        ?\n"
            "  fentry.detach cpu   6.70 ms  6.70 ms       =  -1.00 to +1.00  2        ~\n"
            "\n"
            "clocks        attach.fentry.detach: cpu_ns equal, wall_ns x2.03 (127 ms to 258 ms): "
            "blocked_ns\n"
            "              explains it: 131 ms more waiting\n"
            "more rounds   attach.fentry.exit.wall_ns: it moved, but one sample is no verdict\n"
            "not compared  attach.fexit.status: PASS in BASE; SKIP in NEW: no BTF\n"
            "note          not measured: cycles_k: no PMU\n"
            "\n"
            "verdicts      1 worse, 0 better, 1 ~, 1 need more rounds, 1 not comparable\n"
            "result        worse (exit status 1)\n");
}

TEST(ComparisonText, WhatIsRefused) {
  EXPECT_EQ(comparison_text(refused()),
            "base          6.12.118 (6.12); a.json\n"
            "new           7.3.4 (7.3); b.json\n"
            "suite         trampcheck 0.1.0 abc\n"
            "domain        icount, 1 cpu, 96 functions\n"
            "across        config.HZ (250, then 1000)\n"
            "\n"
            "not comparable: these conditions differ\n"
            "  condition  base  new\n"
            "  cpus          1    2\n"
            "\n"
            "verdicts      0 worse, 0 better, 0 ~, 0 need more rounds, 0 not comparable\n"
            "result        not comparable (exit status 3); what is meant to differ may, with "
            "--across cpus\n");
}

TEST(ComparisonText, ByChanceAndAcross) {
  Comparison comparison = example();
  KernelComparison& kernel = comparison.kernels[0];
  kernel.method = Method::kSignedRank;
  kernel.base.paths.resize(20, "z.json");
  kernel.findings = {finding("attach.fentry.attach", "wall_ns", 1e6, 1.2e6, Verdict::kWorse)};
  kernel.findings[0].p = 1e-6;
  kernel.findings[0].p_adjusted = 2e-6;
  const std::string text = comparison_text(comparison);
  EXPECT_NE(text.find("20 boots, a.json to z.json"), std::string::npos) << text;
  EXPECT_NE(text.find("signed-rank over 20 pairs of boots"), std::string::npos) << text;
  EXPECT_NE(text.find("p < 0.01, corrected for 1 finding "), std::string::npos) << text;
  EXPECT_NE(text.find("  <0.0001  2    worse\n"), std::string::npos) << text;
}

// Long and hostile names: a name is shortened in the middle, a line never longer than 100.
TEST(ComparisonText, NeverWiderThanAHundredColumns) {
  Comparison comparison = example();
  KernelComparison& kernel = comparison.kernels[0];
  kernel.method = Method::kSignedRank;
  Finding wide = finding("attach." + std::string(180, 'w') + ".quiesce", "wall_ns", 999e6, 1,
                         Verdict::kBetter);
  wide.p = wide.p_adjusted = 0.00123;
  wide.low = 0.00012;
  wide.n = 123456;
  kernel.findings.push_back(wide);
  kernel.base.paths = {std::string(300, 'p') + "\x1b[31m\n<b>"};
  kernel.notes = {std::string(5000, 'n')};
  kernel.differences = {{"append", std::string(400, 'a'), "b\nc", true}};
  const std::string text = comparison_text(comparison);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  EXPECT_TRUE(std::all_of(text.begin(), text.end(),
                          [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  EXPECT_NE(text.find("www..ww.quiesce wall"), std::string::npos) << text;
}

TEST(ComparisonText, ManyEqualOnesAreCounted) {
  Comparison comparison = example();
  for (int i = 0; i < 100; ++i)
    comparison.kernels[0].findings.push_back(comparison.kernels[0].findings[3]);
  EXPECT_NE(comparison_text(comparison).find("  and 61 more that are ~\n"), std::string::npos);
}

TEST(ComparisonMarkdown, AllOfIt) {
  EXPECT_EQ(
      comparison_markdown(example()),
      "### Comparison: worse (exit status 1)\n"
      "\n"
      "1 worse, 0 better, 1 \\~, 1 need more rounds, 1 not comparable.\n"
      "\n"
      "| | |\n"
      "| --- | --- |\n"
      "| base | 6.12.118 (6.12); a.json |\n"
      "| new | 7.3.4 (7.3); b.json |\n"
      "| suite | trampcheck 0.1.0 abc |\n"
      "| domain | icount, 1 cpu, 96 functions |\n"
      "| test | exact, round by round: in icount a run repeats, so that two rounds suffice; "
      "the interval is what all rounds but a quarter agree on |\n"
      "| gate | a change counts over 2 %: below lies what another build of the same moves |\n"
      "\n"
      "| row | metric | base | new | change | interval | p | n | verdict |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n"
      "| attach.fentry.detach | wall\\_ns | 127 ms | 258 ms | x2.03 | x2.02 to x2.04 |  | 2 | "
      "**worse** |\n"
      "| attach.fentry.exit | wall\\_ns | 1.00 ms | 2.00 ms | x2.00 |  |  | 1 | ? |\n"
      "| attach.fexit | status |  |  |  |  |  |  | - |\n"
      "\n"
      "<details><summary>1 without a change that counts</summary>\n"
      "\n"
      "| row | metric | base | new | change | interval | p | n | verdict |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n"
      "| attach.fentry.detach | cpu\\_ns | 6.70 ms | 6.70 ms | = | -1.00 to +1.00 |  | 2 | \\~ "
      "|\n"
      "\n"
      "</details>\n"
      "\n"
      "- attach.fentry.detach: cpu\\_ns equal, wall\\_ns x2.03 (127 ms to 258 ms): blocked\\_ns "
      "explains it: 131 ms more waiting\n"
      "- attach.fentry.exit.wall\\_ns: it moved, but one sample is no verdict\n"
      "- attach.fexit.status: PASS in BASE; SKIP in NEW: no BTF\n"
      "- not measured: cycles\\_k: no PMU\n"
      "\n");
}

TEST(ComparisonMarkdown, NamesStayText) {
  Comparison comparison = refused();
  comparison.kernels[0].base.paths = {"a|b<script>&\n`x`*_[y].json"};
  const std::string text = comparison_markdown(comparison);
  EXPECT_NE(text.find("a\\|b&lt;script&gt;&amp; \\`x\\`\\*\\_\\[y\\].json |\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("| cpus | 1 | 2 |\n"), std::string::npos) << text;
}

TEST(ComparisonJson, HoldsEveryFigure) {
  const auto json = nlohmann::json::parse(comparison_json(example()));
  EXPECT_EQ(json["schema"]["name"], "trampcheck.comparison");
  EXPECT_EQ(json["exit_status"], 1);
  EXPECT_EQ(json["counts"]["worse"], 1);
  EXPECT_EQ(json["counts"]["more_rounds"], 1);
  const auto& kernel = json["kernels"][0];
  EXPECT_EQ(kernel["base"]["release"], "6.12.118");
  EXPECT_EQ(kernel["method"], "exact");
  const auto& wall = kernel["findings"][0];
  EXPECT_EQ(wall["id"], "attach.fentry.detach");
  EXPECT_EQ(wall["verdict"], "worse");
  EXPECT_EQ(wall["base"], 127e6);
  EXPECT_EQ(wall["new"], 258e6);
  EXPECT_EQ(wall["better"], "lower");
  EXPECT_EQ(wall["gate"], 0.02);
  EXPECT_FALSE(wall.contains("p"));
  EXPECT_FALSE(kernel["findings"][2].contains("n"));
  EXPECT_EQ(kernel["disagreements"][0]["waiting_ns"], 131e6);
}

TEST(ComparisonJson, SaysWhatDiffers) {
  Comparison comparison = refused();
  comparison.kernels[0].base.paths = {"\xff<\"\n"};
  const auto json = nlohmann::json::parse(comparison_json(comparison));
  EXPECT_EQ(json["exit_status"], 3);
  EXPECT_EQ(json["kernels"][0]["comparable"], false);
  EXPECT_EQ(json["kernels"][0]["base"]["files"][0], "\xef\xbf\xbd<\"\n");
  EXPECT_EQ(json["kernels"][0]["differences"][0],
            (nlohmann::json{{"key", "cpus"}, {"base", "1"}, {"new", "2"}, {"allowed", false}}));
}

TEST(CompareWords, Changes) {
  EXPECT_EQ(change_text(1.0), "=");
  EXPECT_EQ(change_text(1.0025), "+0.25 %");
  EXPECT_EQ(change_text(0.96), "-4.00 %");
  EXPECT_EQ(change_text(1.123), "+12.3 %");
  EXPECT_EQ(change_text(1.9999), "+100 %");
  EXPECT_EQ(change_text(2.5), "x2.50");
  EXPECT_EQ(change_text(250.4), "x250");
  EXPECT_EQ(change_text(std::nullopt), "");
}

TEST(CompareWords, WhatExplains) {
  Finding cpu = finding("r", "cpu_ns", 10e6, 12e6, Verdict::kWorse);
  Finding wall = finding("r", "wall_ns", 100e6, 100e6, Verdict::kSame);
  EXPECT_EQ(disagreement_text({"r", cpu, wall, -2e6}),
            "r: cpu_ns +20.0 % (10.0 ms to 12.0 ms), wall_ns equal: wall_ns hides it: 2.00 ms less "
            "waiting");
  wall = finding("r", "wall_ns", 100e6, 50e6, Verdict::kBetter);
  EXPECT_EQ(disagreement_text({"r", cpu, wall, -52e6}),
            "r: cpu_ns +20.0 % (10.0 ms to 12.0 ms), wall_ns -50.0 % (100 ms to 50.0 ms): "
            "blocked_ns explains it: 52.0 ms less waiting");
  EXPECT_EQ(disagreement_text({"r", cpu, wall, -1e6}),
            "r: cpu_ns +20.0 % (10.0 ms to 12.0 ms), wall_ns -50.0 % (100 ms to 50.0 ms): "
            "blocked_ns explains -1.00 ms of -52.0 ms");
  EXPECT_NE(disagreement_text({"r", cpu, wall, std::nullopt}).find("was not measured"),
            std::string::npos);
  Finding cycles = finding("r", "cycles_k", 10e6, 10e6, Verdict::kSame);
  EXPECT_EQ(disagreement_text({"r", cycles, cpu, std::nullopt}),
            "r: cycles_k equal, cpu_ns +20.0 % (10.0 ms to 12.0 ms): clock rate or user space make "
            "the difference, not the kernel");
}

TEST(CompareWords, ManyOptionsAreAllowedAtOnce) {
  Comparison comparison = refused();
  for (const char* option : {"config.A", "config.B", "config.C", "config.D"}) {
    comparison.kernels[0].differences.push_back({option, "y", "n", false});
  }
  EXPECT_EQ(across_remedy(comparison), "--across config,cpus");
}

TEST(CompareWords, OneReasonForMany) {
  KernelComparison kernel;
  for (int i = 0; i < 9; ++i) {
    Finding one;
    one.id = "r" + std::to_string(i);
    one.metric = "m";
    one.verdict = Verdict::kMoreRounds;
    one.reason = "too few";
    kernel.findings.push_back(one);
  }
  EXPECT_EQ(reason_lines(kernel, Verdict::kMoreRounds),
            std::vector<std::string>{
                "9 findings: too few: r0.m, r1.m, r2.m, r3.m, r4.m, r5.m, and 3 more"});
}

}  // namespace
}  // namespace trampcheck
