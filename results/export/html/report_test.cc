#include "results/export/html/report.h"

#include <gtest/gtest.h>

#include "results/export/html/environment.h"
#include "results/testing/example.h"
#include "results/testing/kernels.h"
#include "results/testing/xml.h"

namespace trampcheck {
namespace {

constexpr size_t kSmallPage = 2'000'000;

bool has(const std::string& page, const std::string& text) {
  return page.find(text) != std::string::npos;
}

// The texts stand in the page in this order.
void expect_order(const std::string& page, const std::vector<std::string>& texts) {
  size_t at = 0;
  for (const std::string& text : texts) {
    const size_t found = page.find(text, at);
    EXPECT_NE(found, std::string::npos) << text << " after " << at;
    if (found != std::string::npos) at = found;
  }
}

void add_size(RunResult& result, int64_t functions, int64_t cpu_ns) {
  const std::string name = "fentry.n" + std::to_string(functions);
  add_mechanism(result, name, cpu_ns, cpu_ns);
  for (const char* end : {"", ".attach", ".detach"}) {
    ResultRow& row = example_row(result, "attach." + name + end);
    row.params["mechanism"] = std::string("fentry");
    row.params["functions"] = functions;
    if (row.counts) row.counts = Counts{functions, functions, 0, 0};
  }
}

TEST(HtmlReport, TablesBeforeChartsBeforeTheEnvironment) {
  const std::string page = html_text(three_kernels());
  EXPECT_EQ(fault_of_xml(page), "");
  expect_order(page,
               {"<h1>trampcheck: 3 mechanisms on 3 kernels</h1>", "FAIL</strong> kernels 5.10.200",
                "<h2 id=\"result\">", "<h3>attach</h3>", "<h3>detach</h3>", "<h2 id=\"answers\">",
                "<h2 id=\"distributions\">", "<svg viewBox", "<h2 id=\"details\">",
                "<h2 id=\"environment\">", "<h2 id=\"reproduce\">"});
  EXPECT_FALSE(has(page, "<h2 id=\"scaling\">"));  // nothing was run with --scale
}

TEST(HtmlReport, TheFiguresOfTheHeadline) {
  const std::string page = html_text(three_kernels());
  // cpu, and wall twice that; what failed and what is not to be had say why.
  EXPECT_TRUE(has(page, "<td>8.00 ms<small class=\"apart\">16.0 ms</small></td>")) << page;
  EXPECT_TRUE(has(page, "<td class=\"none\">- <a href=\"#why-1\">[1]</a></td>"));
  EXPECT_TRUE(has(page, "<dt id=\"why-1\">[1]</dt><dd>SKIP: no such program</dd>"));
  EXPECT_TRUE(has(page, "FAIL: left behind: 1 program"));
}

TEST(HtmlReport, StepsOfFivePercentAreMarked) {
  std::vector<LoadedResult> results = {kernel_result("6.1.1"), kernel_result("7.3.4")};
  add_mechanism(results[0].result, "fentry", 1'000'000, 1'000'000);
  add_mechanism(results[1].result, "fentry", 1'200'000, 1'010'000);
  const std::string page = html_text(results);
  EXPECT_TRUE(has(page,
                  "<td><span class=\"dearer\">+20.0</span> / "
                  "<span class=\"dearer\">+20.0</span></td>"));
  EXPECT_TRUE(has(page, "<td>+1.0 / +1.0</td>"));
}

TEST(HtmlReport, OneKernelHasARowForEachMechanism) {
  LoadedResult loaded = kernel_result("7.3.4");
  add_mechanism(loaded.result, "fentry", 8'000, 4'000);
  add_mechanism(loaded.result, "kprobe", 8'000, 4'000);
  add_unmeasured(loaded.result, "fsession", Status::kSkip, "no such type");
  const std::string page = html_text({loaded});
  EXPECT_TRUE(has(page, "<strong>all mechanisms on 7.3.4</strong>"));
  EXPECT_TRUE(has(page, "text-anchor=\"start\">kprobe</text>"));
  EXPECT_TRUE(has(page, "text-anchor=\"start\">SKIP</text>"));
}

TEST(HtmlReport, NothingFromElsewhere) {
  const std::string page = html_text(three_kernels());
  for (const char* reference : {"http:", "https:", "src=", "<link", "<script", "url(", "@import"}) {
    EXPECT_FALSE(has(page, reference)) << reference;
  }
}

TEST(HtmlReport, HostileNames) {
  const std::string evil =
      "<b>&\"',\n \xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \x1b[2J \xff]]>--></title>";
  LoadedResult loaded = kernel_result("7.3.4");
  add_mechanism(loaded.result, evil, 8'000, 4'000);
  add_unmeasured(loaded.result, evil + "2", Status::kSkip, evil);
  loaded.path = evil;
  Context& context = loaded.result.context;
  context.kernel.release = evil;
  context.kernel.cmdline = evil;
  context.kernel.knobs[evil] = evil;
  context.argv = {evil, "it's"};
  context.tools[evil] = evil;
  for (const auto& results : {std::vector<LoadedResult>{loaded}, {loaded, loaded}}) {
    const std::string page = html_text(results);
    EXPECT_EQ(fault_of_xml(page), "");
    EXPECT_TRUE(has(page, "&lt;b&gt;&amp;&quot;&#39;,"));
    EXPECT_TRUE(has(page, "\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac"));
    EXPECT_FALSE(has(page, "<b>"));
  }
}

TEST(HtmlReport, EmptyResultsAndEmptySamples) {
  EXPECT_EQ(fault_of_xml(html_text({{"e.json", {}}})), "");
  LoadedResult loaded = kernel_result("7.3.4");
  add_mechanism(loaded.result, "fentry", 8'000, 4'000);
  for (const char* phase : {"attach", "detach"}) {
    ResultRow& row = example_row(loaded.result, std::string("attach.fentry.") + phase);
    for (auto& [name, metric] : row.metrics) metric = {.unit = "ns", .reason = "no clock"};
  }
  LoadedResult other = kernel_result("6.1.1");
  add_mechanism(other.result, "fentry", 8'000, 4'000);
  const std::string page = html_text({loaded, other});
  EXPECT_EQ(fault_of_xml(page), "");
  EXPECT_TRUE(has(page, ">no samples</text>"));
  EXPECT_TRUE(has(page, "not measured"));
}

TEST(HtmlReport, AMillionSamplesMakeASmallPage) {
  LoadedResult loaded = kernel_result("7.3.4");
  add_mechanism(loaded.result, "fentry", 8'000, 4'000);
  ResultRow& row = example_row(loaded.result, "attach.fentry.attach");
  auto& samples = row.metrics["cpu_ns"].samples;
  samples.clear();
  // Four functions were attached, so that the time of one is from 1 ms to 2 ms.
  for (int64_t i = 0; i <= 1'000'000; ++i)
    samples.push_back(4'000'000 + 4 * (i * 7919 % 1'000'001));
  const std::string page = html_text({loaded});
  EXPECT_LT(page.size(), kSmallPage);
  EXPECT_TRUE(has(page,
                  "n 1000001, min 1.00 ms, p5 1.05 ms, quartile 1.25 ms, median 1.50 ms, "
                  "quartile 1.75 ms, p95 1.95 ms, max 2.00 ms"));
}

TEST(HtmlReport, ManyKernelsToo) {
  std::vector<LoadedResult> results;
  for (int i = 0; i < 200; ++i) {
    results.push_back(kernel_result("6.1." + std::to_string(i)));
    for (const char* mechanism : {"fentry", "fexit", "kprobe", "kprobe_multi"}) {
      add_mechanism(results.back().result, mechanism, 8'000 + i, 4'000 + i);
    }
  }
  EXPECT_LT(html_text(results).size(), kSmallPage);
}

TEST(HtmlReport, TimesOfSingleFunctions) {
  LoadedResult loaded = kernel_result("7.3.4");
  add_mechanism(loaded.result, "fentry", 8'000, 4'000);
  PerFunction& times = example_row(loaded.result, "attach.fentry.attach").per_function.emplace();
  times.unit = "ticks";
  times.functions = {"a", "b", "c", "d", "e"};
  times.samples = {{1000, 2000, 3000, 4000, 5000}};
  loaded.result.context.kernel.tsc_hz = 2'000'000'000;
  std::string page = html_text({loaded});
  EXPECT_TRUE(has(page, "each function alone (n 5)"));
  EXPECT_TRUE(has(page,
                  "7.3.4, each function alone: n 5, min 500 ns, p5 600 ns, quartile 1.00 us, "
                  "median 1.50 us, quartile 2.00 us, p95 2.40 us, max 2.50 us"));
  loaded.result.context.kernel.tsc_hz.reset();
  page = html_text({loaded});
  EXPECT_FALSE(has(page, "each function alone (n 5)"));
  EXPECT_TRUE(has(page, "the rate of their counter is not known"));
}

TEST(HtmlReport, CurvesOfScale) {
  LoadedResult loaded = kernel_result("7.3.4");
  for (int64_t functions : {1, 10, 100, 1000}) {
    add_size(loaded.result, functions, 5'000 * functions);
  }
  const std::string page = html_text({loaded});
  EXPECT_EQ(fault_of_xml(page), "");
  EXPECT_TRUE(has(page, "<h2 id=\"scaling\">"));
  EXPECT_TRUE(has(page, ">7.3.4 n^1.00</text>"));
  EXPECT_TRUE(has(page, "<td>5.00 us<small>n^1.00</small></td>"));
  EXPECT_TRUE(
      has(page, "7.3.4 n^1.00; 5.00 us at 1; 50.0 us at 10; 500 us at 100; 5.00 ms at 1,000"));
  EXPECT_TRUE(has(page, "<th scope=\"row\">fentry at 1,000</th>"));
}

TEST(ShellLine, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(shell_line({"vm", "--kernel", "7.3", "--", "run", "--functions", "__x64_sys_s*"}),
            "trampcheck vm --kernel 7.3 -- run --functions '__x64_sys_s*'");
  EXPECT_EQ(shell_line({"bin/trampcheck", "it's", ""}), "bin/trampcheck 'it'\\''s' ''");
  EXPECT_EQ(shell_line({}), "trampcheck");
}

}  // namespace
}  // namespace trampcheck
