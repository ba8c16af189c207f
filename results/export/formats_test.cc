#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "results/export/csv.h"
#include "results/export/exporters.h"
#include "results/export/gbench.h"
#include "results/export/junit.h"
#include "results/export/ktap.h"
#include "results/export/markdown.h"
#include "results/testing/example.h"
#include "results/testing/kernels.h"
#include "results/testing/xml.h"

namespace trampcheck {
namespace {

using nlohmann::json;

// One mechanism that was measured and one that was not: short enough to read in every format.
LoadedResult small_result() {
  LoadedResult loaded = kernel_result("7.3.4");
  loaded.path = "r.json";
  add_mechanism(loaded.result, "fentry", 8'000, 4'000);
  add_unmeasured(loaded.result, "fsession", Status::kSkip, "no such type");
  return loaded;
}

// Every text of a result that is free holds what some format gives a meaning to.
LoadedResult hostile_result() {
  const std::string evil = "a,b \"c\" 'd' <e> & |f| #g\nh\t\xc3\xbc \x1b[2J \xff";
  LoadedResult loaded{"dir/" + evil, example_result()};
  ResultRow& row = example_row(loaded.result, "attach.fexit");
  row.reason = evil;
  row.log = {evil};
  row.warnings = {evil};
  row.failures = {{evil, "attach", 16, evil, evil}};
  row.params["name"] = evil;
  example_row(loaded.result, "attach.fentry.hit").metrics[evil] = {.unit = evil, .samples = {1, 2}};
  example_row(loaded.result, "attach.fentry.hit").metrics["absent"] = {.unit = "ns",
                                                                       .reason = evil};
  loaded.result.context.kernel.release = evil;
  loaded.result.context.argv = {evil};
  return loaded;
}

std::string crlf(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

// Splits by RFC 4180; the test fails where the text does not follow it.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      EXPECT_TRUE(quoted || rows.back().back().empty()) << "a quote within a field, at " << i;
      quoted = !quoted;
    } else if (quoted) {
      rows.back().back() += c;
    } else if (c == ',') {
      rows.back().emplace_back();
    } else if (c == '\r') {
      EXPECT_EQ(text[++i], '\n');
      rows.emplace_back(1);
    } else {
      EXPECT_NE(c, '\n') << "a bare line feed, at " << i;
      rows.back().back() += c;
    }
  }
  EXPECT_FALSE(quoted);
  rows.pop_back();
  return rows;
}

TEST(Markdown, OneResultVerdictsFirst) {
  EXPECT_EQ(markdown_text({small_result()}),
            R"(## trampcheck: 7.3.4

- **kernel** 7.3.4-test x86_64
- **domain** icount (emulated; the clock counts instructions), 1 cpu
- **functions** 4 chosen of 10 available; excluded: ambiguous_symbol 1, denied 2, not_in_btf 3
- **rounds** 2, seed 42

### per function

| mechanism | attach cpu | attach wall | detach cpu | detach wall | verdict |
| --- | ---: | ---: | ---: | ---: | ---: |
| fentry | 2.00 us | 4.00 us | 1.00 us | 2.00 us | PASS |
| fsession | - | - | - | - | SKIP: no such type |

### attach.fentry

| phase | wall | cpu | blocked | tsc | wall/fn | cpu/fn |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| attach | 16.0 us | 8.00 us | - | - | 4.00 us | 2.00 us |
| detach | 8.00 us | 4.00 us | - | - | 2.00 us | 1.00 us |

- **counts** requested 4 = attached 4 + failed 0 + skipped 0
- **leaks** none
- **verdict** PASS

### attach.fsession

- **verdict** SKIP: no such type

- **not measured** cycles_k: no PMU
- **result** PASS
)");
}

TEST(Markdown, SeveralSideBySide) {
  const std::string text = markdown_text(three_kernels());
  EXPECT_TRUE(text.starts_with("## trampcheck: 3 kernels\n\n- **kernels** 3; figures are")) << text;
  EXPECT_NE(text.find("\n### attach, cpu per function\n"
                      "\n| kernel | fentry | fentry_prog | fentry_multi |\n"
                      "| --- | ---: | ---: | ---: |\n"
                      "| 5.10.200 | 8.00 ms | - \\[1\\] | - \\[2\\] |\n"
                      "| 6.1.90 | FAIL \\[3\\] | not run | not run |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n- **\\[3\\]** FAIL: left behind: 1 program\n"), std::string::npos) << text;
}

TEST(Csv, ALineForEachSample) {
  EXPECT_EQ(
      csv_text({small_result()}),
      crlf(
          R"(file,kernel,release,domain,cpus,experiment,phase,status,attached,metric,unit,better,round,value,reason
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,,PASS,4,,,,,,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,attach,DONE,4,cpu_ns,ns,lower,1,8000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,attach,DONE,4,cpu_ns,ns,lower,2,8000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,attach,DONE,4,cycles_k,cycles,lower,,,no PMU
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,attach,DONE,4,wall_ns,ns,lower,1,16000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,attach,DONE,4,wall_ns,ns,lower,2,16000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,detach,DONE,4,cpu_ns,ns,lower,1,4000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,detach,DONE,4,cpu_ns,ns,lower,2,4000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,detach,DONE,4,cycles_k,cycles,lower,,,no PMU
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,detach,DONE,4,wall_ns,ns,lower,1,8000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fentry,detach,DONE,4,wall_ns,ns,lower,2,8000,
r.json,7.3.4,7.3.4-test,icount,1,attach.fsession,,SKIP,,,,,,,no such type
)"));
}

TEST(Csv, KeepsEveryText) {
  const LoadedResult loaded = hostile_result();
  const auto rows = parse_csv(csv_text({loaded}));
  std::set<std::string> reasons;
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), rows.front().size());
    reasons.insert(row.back());
  }
  EXPECT_TRUE(reasons.contains("a,b \"c\" 'd' <e> & |f| #g\nh\t\xc3\xbc \x1b[2J \xef\xbf\xbd"));
}

TEST(Junit, ACaseForEachExperiment) {
  EXPECT_EQ(junit_text({small_result()}),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="trampcheck" tests="3" failures="0" errors="0" skipped="1" time="0.000048">
  <testsuite name="trampcheck 7.3.4" tests="3" failures="0" errors="0" skipped="1" time="0.000048" timestamp="2026-11-30T12:00:00">
    <properties>
      <property name="kernel" value="7.3.4-test"/>
      <property name="domain" value="icount"/>
      <property name="cpus" value="1"/>
      <property name="command" value="trampcheck run attach --mechanism fentry,fexit --rounds 2"/>
      <property name="trampcheck" value="0.1.0"/>
    </properties>
    <testcase classname="trampcheck 7.3.4" name="attach.fentry" time="0.000048">
      <properties>
        <property name="attach.cpu_ns" value="8000"/>
        <property name="attach.wall_ns" value="16000"/>
        <property name="detach.cpu_ns" value="4000"/>
        <property name="detach.wall_ns" value="8000"/>
      </properties>
      <system-out>
counts: requested 4 = attached 4 + failed 0 + skipped 0
leaks: none
</system-out>
    </testcase>
    <testcase classname="trampcheck 7.3.4" name="attach.fsession" time="0.000000">
      <skipped message="no such type"/>
    </testcase>
    <testcase classname="trampcheck 7.3.4" name="complete" time="0.000000">
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, FaultsAndTotals) {
  std::vector<LoadedResult> results = three_kernels();
  add_unmeasured(results[0].result, "kprobe", Status::kError, "no tracefs");
  add_unmeasured(results[0].result, "kretprobe", Status::kMiss, "stopped");
  results[2].result.complete = false;
  const std::string text = junit_text(results);
  EXPECT_EQ(fault_of_xml(text), "");
  EXPECT_NE(text.find("<testsuites name=\"trampcheck\" tests=\"12\" failures=\"1\" errors=\"3\" "
                      "skipped=\"2\" "),
            std::string::npos)
      << text;
  for (const char* part : {"<failure message=\"left behind: 1 program\" type=\"FAIL\"/>",
                           "<error message=\"no tracefs\" type=\"ERROR\"/>",
                           "<error message=\"stopped\" type=\"MISS\"/>",
                           "<error message=\"the run was interrupted or died; what there is "
                           "stands\" type=\"MISS\"/>"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

TEST(Junit, IsXmlWhateverTheResultHolds) {
  const std::string text = junit_text({hostile_result()});
  EXPECT_EQ(fault_of_xml(text), "");
  EXPECT_NE(text.find("<failure message=\"a,b &quot;c&quot; &#39;d&#39; &lt;e&gt; &amp; |f| "
                      "#g&#10;h&#9;\xc3\xbc \xef\xbf\xbd[2J \xef\xbf\xbd\" type=\"FAIL\"/>"),
            std::string::npos)
      << text;
}

TEST(Ktap, ATestForEachExperiment) {
  EXPECT_EQ(ktap_text({small_result()}),
            R"(KTAP version 1
1..1
  KTAP version 1
  # Subtest: 7.3.4
  # kernel 7.3.4-test, icount (emulated; the clock counts instructions), 1 cpu
  1..3
  # attach.cpu_ns: 8000 ns (median of 2)
  # attach.wall_ns: 16000 ns (median of 2)
  # detach.cpu_ns: 4000 ns (median of 2)
  # detach.wall_ns: 8000 ns (median of 2)
  # counts: requested 4 = attached 4 + failed 0 + skipped 0
  # leaks: none
  ok 1 attach.fentry
  ok 2 attach.fsession # SKIP no such type
  ok 3 complete
ok 1 7.3.4
)");
}

TEST(Ktap, ACompleteRunOfNothing) {
  std::vector<LoadedResult> results = three_kernels();
  results.resize(1);
  results[0].result.results.clear();
  const std::string text = ktap_text(results);
  EXPECT_NE(text.find("\n  1..1\n  not ok 1 complete # ERROR MISS: it holds no results\nnot ok 1 "),
            std::string::npos)
      << text;
}

TEST(Ktap, Faults) {
  std::vector<LoadedResult> results = three_kernels();
  add_unmeasured(results[0].result, "kprobe", Status::kError, "no tracefs");
  add_unmeasured(results[0].result, "kretprobe", Status::kMiss, "stopped");
  const std::string text = ktap_text(results);
  for (const char* part :
       {"KTAP version 1\n1..3\n  KTAP version 1\n  # Subtest: 5.10.200\n",
        "\n  not ok 4 attach.kprobe # ERROR no tracefs\n",
        "\n  not ok 5 attach.kretprobe # ERROR MISS: stopped\n", "\nnot ok 1 5.10.200\n",
        "\n  # FAIL: left behind: 1 program\n  not ok 1 attach.fentry\n", "\nok 3 7.3.4\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "in\n" << text;
  }
}

// Each line is a version, a plan, a result or a diagnostic, and no text makes one of its own.
TEST(Ktap, HasOnlyItsOwnLines) {
  std::istringstream lines(ktap_text({hostile_result()}));
  for (std::string line; std::getline(lines, line);) {
    const std::string text = line.substr(line.find_first_not_of(' '));
    const bool known = text.starts_with("# ") || text.starts_with("ok ") ||
                       text.starts_with("not ok ") || text.starts_with("1..") ||
                       text == "KTAP version 1";
    EXPECT_TRUE(known) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos);
  }
}

TEST(Gbench, AnIterationForEachSample) {
  const json report = json::parse(gbench_text({small_result()}));
  EXPECT_EQ(report["context"]["json_schema_version"], 1);
  EXPECT_EQ(report["context"]["date"], "2026-11-30T12:00:00Z");
  const json& benchmarks = report["benchmarks"];
  ASSERT_EQ(benchmarks.size(), 4u);
  EXPECT_EQ(benchmarks[1], json::parse(R"({
    "name": "attach.fentry.attach", "run_name": "attach.fentry.attach", "family_index": 0,
    "per_family_instance_index": 0, "run_type": "iteration", "threads": 1, "repetitions": 2,
    "repetition_index": 1, "iterations": 1, "real_time": 16000, "cpu_time": 8000,
    "time_unit": "ns"})"));
  EXPECT_EQ(benchmarks[2]["name"], "attach.fentry.detach");
  EXPECT_EQ(report["context"]["attach.fsession"], "SKIP: no such type");
  EXPECT_FALSE(report["context"].contains("attach.fentry"));
}

TEST(Gbench, SeveralKernelsAreInTheNames) {
  const json report = json::parse(gbench_text(three_kernels()));
  std::set<std::string> names;
  for (const json& one : report["benchmarks"]) names.insert(one["name"].get<std::string>());
  EXPECT_TRUE(names.contains("5.10.200/attach.fentry.attach"));
  EXPECT_TRUE(names.contains("7.3.4/attach.fentry_multi.detach"));
  EXPECT_EQ(report["context"]["6.1.90/attach.fentry"], "FAIL: left behind: 1 program");
}

TEST(Gbench, OtherMetricsAreCounters) {
  const json report = json::parse(gbench_text({{"r.json", example_result()}}));
  const json& first = report["benchmarks"][0];
  EXPECT_EQ(first["name"], "attach.discover");
  EXPECT_EQ(first["tsc"], 700'000'000);
  EXPECT_FALSE(first.contains("cycles_k"));
}

// fmod_ret where no function may be modified: its phases ran, and timed nothing.
TEST(Exporters, ALateSkipHasNoFigures) {
  LoadedResult loaded = kernel_result("5.10.2");
  add_mechanism(loaded.result, "fmod_ret", 1'234'567, 1'234'567);
  ResultRow& verdict = example_row(loaded.result, "attach.fmod_ret");
  verdict.status = Status::kSkip;
  verdict.reason = "none may be modified";
  for (const char* name : {"junit", "ktap", "kcidb", "gbench", "perfstat"}) {
    const std::string text = find_exporter(name)->function({loaded});
    EXPECT_EQ(text.find("234"), std::string::npos) << text;
    EXPECT_NE(text.find("none may be modified"), std::string::npos) << text;
  }
}

TEST(Exporters, AreNamedOnceAndDescribed) {
  std::set<std::string> names;
  for (const Exporter& exporter : exporters()) {
    EXPECT_TRUE(names.insert(exporter.name).second) << exporter.name;
    EXPECT_GT(std::string(exporter.what).size(), 10u);
    EXPECT_EQ(find_exporter(exporter.name), &exporter);
  }
  EXPECT_EQ(find_exporter("pdf"), nullptr);
}

TEST(Exporters, TakeAnyResults) {
  LoadedResult empty{"e.json", {}};
  std::vector<LoadedResult> many = {hostile_result(), small_result(), empty, hostile_result()};
  for (const Exporter& exporter : exporters()) {
    for (const auto& results : {std::vector<LoadedResult>{empty}, {hostile_result()}, many}) {
      const std::string text = exporter.function(results);
      EXPECT_TRUE(text.ends_with('\n')) << exporter.name;
      const bool keeps_all = exporter.name == std::string("csv");
      EXPECT_TRUE(keeps_all || text.find('\x1b') == std::string::npos) << exporter.name;
    }
  }
}

}  // namespace
}  // namespace trampcheck
