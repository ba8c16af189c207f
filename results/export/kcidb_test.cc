#include "results/export/kcidb.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "results/testing/example.h"
#include "results/testing/kernels.h"

namespace trampcheck {
namespace {

using nlohmann::json;

// What the published schema (kcidb-io v5.3) asks of the objects that we write: keys that may be
// there, keys that must, and the patterns of strings. No property can be null.
struct Shape {
  std::set<std::string> allowed;
  std::set<std::string> required;
};

const Shape kCheckout = {{"id", "origin", "tree_name", "git_commit_hash", "git_commit_name",
                          "comment", "start_time", "valid", "misc", "log_excerpt"},
                         {"id", "origin"}};
const Shape kBuild = {{"id", "checkout_id", "origin", "comment", "start_time", "duration",
                       "architecture", "command", "compiler", "config_name", "status", "misc"},
                      {"id", "checkout_id", "origin"}};
const Shape kTest = {{"id", "build_id", "origin", "environment", "path", "comment", "log_excerpt",
                      "status", "number", "start_time", "duration", "misc"},
                     {"id", "build_id", "origin"}};
const Shape kNumber = {{"value", "unit", "prefix"}, {"value"}};
const Shape kEnvironment = {{"compatible", "comment", "misc"}, {}};

void expect_shape(const json& object, const Shape& shape) {
  ASSERT_TRUE(object.is_object());
  for (const auto& [key, value] : object.items()) {
    EXPECT_TRUE(shape.allowed.contains(key)) << key;
    EXPECT_FALSE(value.is_null()) << key;
    if (!value.is_string()) continue;
    const auto text = value.get<std::string>();
    EXPECT_EQ(text.find('\0'), std::string::npos) << key;
    if (key == "id" || key == "build_id" || key == "checkout_id") {
      EXPECT_TRUE(std::regex_match(text, std::regex("[a-z0-9_]+:[^]*"))) << text;
    }
  }
  for (const std::string& key : shape.required) EXPECT_TRUE(object.contains(key)) << key;
}

void expect_test_shape(const json& test) {
  expect_shape(test, kTest);
  EXPECT_TRUE(std::regex_match(test["path"].get<std::string>(), std::regex("[.a-zA-Z0-9_-]*")));
  static const std::set<std::string> kStatuses = {"FAIL", "ERROR", "MISS", "PASS", "DONE", "SKIP"};
  EXPECT_TRUE(kStatuses.contains(test["status"].get<std::string>()));
  expect_shape(test["environment"], kEnvironment);
  if (test.contains("log_excerpt")) {
    EXPECT_LE(test["log_excerpt"].get<std::string>().size(), 16384u);
  }
  if (!test.contains("number")) return;
  expect_shape(test["number"], kNumber);
  EXPECT_TRUE(test["number"]["value"].is_number());
  EXPECT_EQ(test["number"]["prefix"], "metric");
}

// Also that ids are unique and lead somewhere.
void expect_report_shape(const json& report) {
  EXPECT_EQ(report["version"], (json{{"major", 5}, {"minor", 3}}));
  EXPECT_EQ(report.size(), 4u);
  std::set<std::string> checkouts;
  std::set<std::string> builds;
  std::set<std::string> tests;
  for (const json& checkout : report["checkouts"]) {
    expect_shape(checkout, kCheckout);
    EXPECT_TRUE(checkouts.insert(checkout["id"]).second);
  }
  for (const json& build : report["builds"]) {
    expect_shape(build, kBuild);
    EXPECT_TRUE(checkouts.contains(build["checkout_id"]));
    EXPECT_TRUE(builds.insert(build["id"]).second);
    if (!build.contains("architecture")) continue;
    EXPECT_TRUE(
        std::regex_match(build["architecture"].get<std::string>(), std::regex("[a-z0-9_]*")));
  }
  for (const json& test : report["tests"]) {
    expect_test_shape(test);
    EXPECT_TRUE(builds.contains(test["build_id"]));
    EXPECT_TRUE(tests.insert(test["id"]).second) << test["id"];
  }
}

json report_of(const std::vector<LoadedResult>& results) {
  return json::parse(kcidb_text(results));
}

// The test with this path; null where there is none.
json find_test(const json& report, const std::string& path) {
  for (const json& test : report["tests"]) {
    if (test["path"] == path) return test;
  }
  return {};
}

TEST(Kcidb, OneTestForEachVerdictAndMetric) {
  const json report = report_of({{"r.json", example_result()}});
  expect_report_shape(report);
  EXPECT_EQ(report["checkouts"].size(), 1u);
  // discover, fentry and fexit with eight phases each: twelve metrics in each; three verdicts
  EXPECT_EQ(report["tests"].size(), 17u * 12 + 3);
  const json cpu = find_test(report, "trampcheck.attach.fentry.attach.cpu_ns");
  EXPECT_EQ(cpu["status"], "DONE");
  EXPECT_EQ(cpu["number"], (json{{"value", 0.021}, {"unit", "s"}, {"prefix", "metric"}}));
  EXPECT_EQ(cpu["misc"]["samples"], (json{21'000'000, 21'000'000}));
  EXPECT_EQ(cpu["start_time"], "2026-11-30T12:00:00Z");
  const json switches = find_test(report, "trampcheck.attach.fentry.hit.ctx_switches_voluntary");
  EXPECT_EQ(switches["number"], (json{{"value", 3.5}, {"prefix", "metric"}}));
  const json cycles = find_test(report, "trampcheck.attach.fentry.attach.cycles_k");
  EXPECT_EQ(cycles["status"], "SKIP");
  EXPECT_EQ(cycles["comment"], "no PMU: this processor has no performance counters");
  EXPECT_FALSE(cycles.contains("number"));
}

TEST(Kcidb, Verdicts) {
  const json report = report_of({{"r.json", example_result()}});
  EXPECT_EQ(find_test(report, "trampcheck.attach.fentry")["status"], "PASS");
  EXPECT_EQ(find_test(report, "trampcheck.complete")["status"], "PASS");
  const json fexit = find_test(report, "trampcheck.attach.fexit");
  EXPECT_EQ(fexit["status"], "FAIL");
  EXPECT_EQ(fexit["comment"], "1 trampoline image is left after quiesce");
  EXPECT_EQ(fexit["log_excerpt"], "WARNING: CPU: 0 PID: 1 at kernel/bpf/trampoline.c:191");
  EXPECT_EQ(fexit["misc"]["attached"], 3);
  EXPECT_EQ(fexit["misc"]["mechanism"], "fexit");
}

TEST(Kcidb, IdsAreMadeOfTheContent) {
  const json once = report_of({{"r.json", example_result()}});
  EXPECT_EQ(report_of({{"elsewhere.json", example_result()}}), once);
  EXPECT_EQ(report_of({{"r.json", example_result()}, {"copy.json", example_result()}}), once);
  RunResult other = example_result();
  other.context.vm->boot = 1;
  const json both = report_of({{"r.json", example_result()}, {"o.json", other}});
  expect_report_shape(both);
  EXPECT_EQ(both["builds"].size(), 1u);
  EXPECT_EQ(both["tests"].size(), 2 * once["tests"].size());
}

TEST(Kcidb, HasItsShapeWhateverTheResultHolds) {
  const std::string evil("\0\n\x1b\xff\"<#>, \xc3\xbc", 13);
  RunResult result = example_result();
  result.context.kernel.release = evil;
  result.context.kernel.version = evil;
  result.context.kernel.arch = "X86 64";
  result.context.vm.reset();
  ResultRow& row = example_row(result, "attach.fexit");
  row.reason = evil;
  row.log.assign(2000, std::string(60, 'x') + "\xc3\xbc");
  row.metrics[evil] = {.unit = evil, .samples = {1, 2}};
  result.complete = false;
  expect_report_shape(report_of({{"r.json", result}, {"e.json", {}}}));
}

}  // namespace
}  // namespace trampcheck
