#include "results/export/html/history_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "results/export/html/page.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

struct Found {
  const HistorySeries* series = nullptr;
  const Step* step = nullptr;

  size_t night() const { return series->nights[step->at]; }
  // Doubling and halving are as large as each other; from or to 0 is larger than any.
  double size() const {
    if (step->before <= 0 || step->after <= 0) return HUGE_VAL;
    return std::fabs(std::log(step->after / step->before));
  }
};

std::vector<Found> all_steps(const History& history, bool main) {
  std::vector<Found> all;
  for (const HistorySeries& series : history.series) {
    if (is_main(series) != main) continue;
    for (const Step& step : series.steps) all.push_back({&series, &step});
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    return a.night() != b.night() ? a.night() > b.night() : a.size() > b.size();
  });
  return all;
}

const std::string& release_of(const LoadedResult& night) {
  return night.result.context.kernel.release;
}

// The first kernel of the new level, and below it the last of the old one.
std::string kernels_text(const History& history, const Found& found) {
  const std::string& after = release_of(*history.nights[found.night()]);
  const std::string& before = release_of(*history.nights[found.series->nights[found.step->at - 1]]);
  return before == after ? after : after + "\nafter " + before;
}

std::string certainty_text(const Step& step) {
  if (!step.p) return step.confirmed ? "repeats" : "one night so far";
  return *step.p < 0.0001 ? "p < 0.0001" : fmt::format("p {:.4f}", *step.p);
}

// The last value, and how far from the one before.
std::string newest_cell(const HistorySeries& series) {
  const double last = series.values.back();
  std::string text = human(last, series.unit);
  if (series.values.size() < 2) return text;
  const double before = series.values[series.values.size() - 2];
  return before > 0 ? text + "\n" + percent_change(before, last) + " %" : text;
}

}  // namespace

bool is_main(const HistorySeries& series) {
  return series.phase == "attach" || series.phase == "detach";
}

std::string series_name(const HistorySeries& series) {
  const std::string clock = series.metric.substr(0, series.metric.find('_'));
  return fmt::format("{} {}{}", series.phase, clock, series.per_function ? " per function" : "");
}

std::string step_label(const Step& step) {
  return step.before > 0 ? percent_change(step.before, step.after) + " %" : "new";
}

std::string night_label(const LoadedResult& night, bool with_release) {
  const std::string date = night.result.context.started_at.substr(0, 10);
  return with_release ? fmt::format("{} {}", date, release_of(night)) : date;
}

std::string steps_html(const History& history, bool main) {
  const std::vector<Found> all = all_steps(history, main);
  if (all.empty()) {
    return paragraph("",
                     fmt::format("Nothing changed its level in {} nights.", history.nights.size()));
  }
  Table table = {{"night", "change", "mechanism", "figure", "before", "after", "sure", "kernel"}};
  for (const Found& found : all) {
    const HistorySeries& series = *found.series;
    table.push_back({night_label(*history.nights[found.night()], false), step_label(*found.step),
                     series.mechanism, series_name(series), human(found.step->before, series.unit),
                     human(found.step->after, series.unit), certainty_text(*found.step),
                     kernels_text(history, found)});
  }
  return table_html(table, "steps", /*marked_percent=*/0.01);
}

std::string newest_html(const History& history) {
  std::map<std::string, std::vector<std::string>> rows;
  std::vector<std::string> mechanisms;
  const std::vector<std::pair<std::string, std::string>> columns = {
      {"attach", "cpu_ns"}, {"attach", "wall_ns"}, {"detach", "cpu_ns"}, {"detach", "wall_ns"}};
  for (const HistorySeries& series : history.series) {
    auto column = std::find(columns.begin(), columns.end(),
                            std::pair<std::string, std::string>(series.phase, series.metric));
    if (column == columns.end()) continue;
    auto [row, is_new] =
        rows.try_emplace(series.mechanism, std::vector<std::string>(columns.size(), "-"));
    if (is_new) mechanisms.push_back(series.mechanism);
    row->second[static_cast<size_t>(column - columns.begin())] = newest_cell(series);
  }
  if (mechanisms.empty()) return "";
  Table table = {{"mechanism", "attach cpu", "attach wall", "detach cpu", "detach wall"}};
  for (const std::string& mechanism : mechanisms) {
    table.push_back({mechanism});
    for (const std::string& cell : rows[mechanism]) table.back().push_back(cell);
  }
  return table_html(table, "newest night");
}

std::string nights_html(const History& history) {
  Table table = {{"night", "kernel", "result", "verdict", "functions", "trampcheck"}};
  for (auto night = history.nights.rbegin(); night != history.nights.rend(); ++night) {
    const RunResult& result = (*night)->result;
    const std::string functions =
        result.functions ? fmt::format("{}", result.functions->chosen) : "-";
    table.push_back({result.context.started_at, release_of(**night), to_string(overall(result)),
                     (*night)->verdict.empty() ? "-" : (*night)->verdict, functions,
                     result.context.suite_commit.substr(0, 12)});
  }
  return table_html(table, "nights");
}

}  // namespace trampcheck
