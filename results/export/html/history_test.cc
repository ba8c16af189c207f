#include "results/export/html/history.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "results/export/html/history_page.h"
#include "results/export/html/history_tables.h"
#include "results/export/html/series_chart.h"
#include "results/testing/example.h"
#include "results/testing/kernels.h"
#include "results/testing/xml.h"

namespace trampcheck {
namespace {

// A night whose attach of fentry costs so much a function; wall is twice that.
LoadedResult night_of(int day, int64_t attach_cpu_ns) {
  LoadedResult loaded = kernel_result(fmt::format("7.3.{}", day));
  loaded.result.context.started_at = fmt::format("2026-11-{:02}T03:00:00Z", day);
  add_mechanism(loaded.result, "fentry", 4 * attach_cpu_ns, 4'000'000);
  return loaded;
}

std::vector<LoadedResult> six_nights() {
  std::vector<LoadedResult> results;
  for (int day = 1; day <= 6; ++day) {
    results.push_back(night_of(day, day < 4 ? 1'000'000 : 1'200'000));
  }
  return results;
}

const HistorySeries& series_of(const History& history, const std::string& name) {
  for (const HistorySeries& series : history.series) {
    if (series_name(series) == name) return series;
  }
  ADD_FAILURE() << "no series " << name;
  std::abort();
}

TEST(History, ValuesPerFunctionAndTheirStep) {
  std::vector<LoadedResult> results = six_nights();
  std::swap(results[0], results[5]);  // whatever the order of the files
  const History history = make_history(results);
  EXPECT_TRUE(history.repeats);
  EXPECT_EQ(history.times_s[1] - history.times_s[0], 86'400);
  const HistorySeries& series = series_of(history, "attach cpu per function");
  EXPECT_EQ(series.mechanism, "fentry");
  EXPECT_EQ(series.values, (std::vector<double>{1e6, 1e6, 1e6, 1.2e6, 1.2e6, 1.2e6}));
  ASSERT_EQ(series.steps.size(), 1U);
  EXPECT_EQ(series.steps[0].at, 3U);
  EXPECT_TRUE(series_of(history, "detach cpu per function").steps.empty());
}

TEST(History, NightsWithoutAFigureLeaveAGap) {
  std::vector<LoadedResult> results = six_nights();
  example_row(results[1].result, "attach.fentry").status = Status::kFail;
  results[4].result.results.clear();
  const History history = make_history(results);
  EXPECT_EQ(series_of(history, "attach cpu per function").nights,
            (std::vector<size_t>{0, 2, 3, 5}));
}

TEST(History, OtherConditionsAreLeftOutAndSaid) {
  std::vector<LoadedResult> results = six_nights();
  results[0].result.context.domain = "tcg";
  const History history = make_history(results);
  EXPECT_EQ(history.nights.size(), 5U);
  EXPECT_EQ(history.notes, (std::vector<std::string>{"1 of 6 nights are left out: the newest was "
                                                     "measured in icount with 1 CPUs, they were "
                                                     "not"}));
}

TEST(History, OutsideOfIcountTheBestRound) {
  std::vector<LoadedResult> results = {night_of(1, 1'000'000)};
  results[0].result.context.domain = "kvm";
  example_row(results[0].result, "attach.fentry.attach").metrics["cpu_ns"].samples = {8, 4, 12};
  const History history = make_history(results);
  EXPECT_FALSE(history.repeats);
  EXPECT_EQ(series_of(history, "attach cpu per function").values, (std::vector<double>{1}));
}

TEST(History, ReducedResultsGiveTheSame) {
  std::vector<LoadedResult> results = six_nights();
  for (LoadedResult& loaded : results) reduce_for_history(loaded.result);
  EXPECT_TRUE(results[0].result.functions->names.empty());
  EXPECT_EQ(make_history(results).series.size(), 4U);
}

TEST(HistoryPage, WhatChangedComesFirst) {
  std::vector<LoadedResult> results = six_nights();
  results[3].verdict = "regression, confirmed by a second boot";
  const std::string page = history_text(results);
  EXPECT_EQ(fault_of_xml(page), "");
  const size_t changed = page.find(
      "<tr><th scope=\"row\">2026-11-04</th><td><span class=\"dearer\">+20.0 %</span></td>"
      "<td>fentry</td><td>attach cpu per function</td>"
      "<td>1.00 ms</td><td>1.20 ms</td><td>repeats</td>"
      "<td>7.3.4-test<small>after 7.3.3-test</small></td></tr>");
  EXPECT_NE(changed, std::string::npos) << page.substr(page.find("<h2"));
  EXPECT_LT(changed, page.find("<svg"));
  EXPECT_NE(page.find("<td>regression, confirmed by a second boot</td>"), std::string::npos);
  EXPECT_NE(page.find("class=\"step\""), std::string::npos);
}

TEST(HistoryPage, NothingFromElsewhere) {
  const std::string page = history_text(six_nights());
  for (const char* reference : {"src=", "<link", "url(", "@import"}) {
    EXPECT_EQ(page.find(reference), std::string::npos) << reference;
  }
  EXPECT_NE(page.find("The MIT License"), std::string::npos);
}

TEST(HistoryPage, AnyResults) {
  const std::string evil = "<b>&\"',\n \xc3\xa9 \xe6\x97\xa5 </script>]]> \xff";
  LoadedResult hostile = night_of(2, 5);
  add_mechanism(hostile.result, evil, 8'000, 4'000);
  hostile.result.context.kernel.release = evil;
  hostile.verdict = evil;
  LoadedResult empty{"e.json", {}};
  for (const auto& results : {std::vector<LoadedResult>{hostile}, {empty}, {hostile, hostile}}) {
    const std::string page = history_text(results);
    EXPECT_EQ(fault_of_xml(page), "");
    EXPECT_EQ(page.find("<b>"), std::string::npos);
    EXPECT_EQ(page.find("\xff"), std::string::npos);
  }
}

TEST(HistoryPage, TwoYearsOfNightsMakeASmallPage) {
  std::vector<LoadedResult> results;
  for (int night = 0; night < 730; ++night) {
    LoadedResult loaded = night_of(1 + night % 28, 1'000'000 + night);
    loaded.result.context.started_at = fmt::format(
        "20{:02}-{:02}-{:02}T03:00:00Z", 10 + night / 336, 1 + night / 28 % 12, 1 + night % 28);
    for (const char* mechanism : {"fentry_multi", "kprobe", "kprobe_multi"}) {
      add_mechanism(loaded.result, mechanism, 8'000 + night, 4'000);
    }
    results.push_back(std::move(loaded));
  }
  EXPECT_LT(history_text(results).size(), 2'000'000U);
}

std::string labels(const Axis& axis) {
  std::string text;
  for (const Tick& tick : axis.ticks) text += (text.empty() ? "" : "|") + tick.label;
  return text;
}

TEST(DayAxis, RoundNumbersOfDays) {
  constexpr double kBegin = 1793836800;  // 2026-11-05
  constexpr double kDay = 86400;
  EXPECT_EQ(labels(day_axis(kBegin, kBegin + 3 * kDay, 0, 1)),
            "2026-11-05|2026-11-06|2026-11-07|2026-11-08");
  EXPECT_EQ(labels(day_axis(kBegin + 5, kBegin + 30 * kDay, 0, 1)),
            "2026-11-06|2026-11-13|2026-11-20|2026-11-27|2026-12-04");
  EXPECT_EQ(labels(day_axis(kBegin, kBegin, 0, 1)), "2026-11-04|2026-11-05|2026-11-06");
}

}  // namespace
}  // namespace trampcheck
