#include "results/export/html/history_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/html/history.h"
#include "results/export/html/history_tables.h"
#include "results/export/html/page.h"
#include "results/export/html/scripts.h"
#include "results/export/html/series_chart.h"

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr size_t kManyNights = 40;

size_t colour_of(const HistorySeries& series) { return series.metric == "cpu_ns" ? 0 : 1; }

// JSON in a script element: nothing in it may end that element or be markup to a parser of XML.
std::string script_json(const json& value) {
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  std::string out;
  for (char c : text) {
    if (c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string data_json(const History& history) {
  json labels = json::array();
  for (const LoadedResult* night : history.nights) {
    labels.push_back(one_line(night_label(*night, true)));
  }
  json series = json::array();
  for (const HistorySeries& one : history.series) {
    json steps = json::array();
    for (const Step& step : one.steps) {
      steps.push_back({{"at", step.at}, {"label", step_label(step)}});
    }
    series.push_back({{"name", one_line(series_name(one))},
                      {"unit", one.unit},
                      {"colour", colour_of(one)},
                      {"nights", one.nights},
                      {"values", one.values},
                      {"steps", steps}});
  }
  return script_json({{"times", history.times_s}, {"labels", labels}, {"series", series}});
}

std::string chart_html(const History& history, size_t index) {
  const HistorySeries& series = history.series[index];
  SeriesChart chart{series_name(series),
                    fmt::format("{}: {} over {} nights", series.mechanism, series_name(series),
                                series.values.size()),
                    series.unit, colour_of(series)};
  chart.from_s = static_cast<double>(history.times_s.front());
  chart.to_s = static_cast<double>(history.times_s.back());
  auto time_of = [&](size_t at) { return static_cast<double>(history.times_s[series.nights[at]]); };
  for (size_t i = 0; i < series.values.size(); ++i) {
    chart.points.push_back({time_of(i), series.values[i]});
  }
  for (const Step& step : series.steps) {
    chart.steps.push_back({time_of(step.at), step_label(step)});
  }
  return fmt::format("<div class=\"series\" data-series=\"{}\"><h4>{}</h4>\n{}</div>\n", index,
                     xml_escape(chart.title), series_svg(chart));
}

std::string charts_of(const History& history, const std::string& mechanism, bool main) {
  std::string charts;
  for (size_t i = 0; i < history.series.size(); ++i) {
    const HistorySeries& series = history.series[i];
    if (series.mechanism == mechanism && is_main(series) == main) charts += chart_html(history, i);
  }
  return charts.empty() ? "" : "<div class=\"panels\">\n" + charts + "</div>\n";
}

std::string charts_html(const History& history) {
  std::vector<std::string> mechanisms;
  for (const HistorySeries& series : history.series) {
    if (std::find(mechanisms.begin(), mechanisms.end(), series.mechanism) == mechanisms.end()) {
      mechanisms.push_back(series.mechanism);
    }
  }
  std::string out;
  for (const std::string& mechanism : mechanisms) {
    out += heading(3, "", mechanism) + charts_of(history, mechanism, true);
    const std::string others = charts_of(history, mechanism, false);
    if (!others.empty()) out += folded("The other phases of " + mechanism, others);
  }
  return out;
}

std::string lead_html(const History& history) {
  const LoadedResult& newest = *history.nights.back();
  const Context& context = newest.result.context;
  std::string out =
      fmt::format("<p class=\"lead\">{} in the newest night, {}{}{}.</p>\n",
                  status_badge(overall(newest.result)), xml_escape(night_label(newest, true)),
                  newest.verdict.empty() ? "" : ": ", xml_escape(newest.verdict));
  out += paragraph("soft", fmt::format("{} nights from {} on, {}.", history.nights.size(),
                                       night_label(*history.nights.front(), false),
                                       domain_text(context.domain, context.kernel.cpus_online)));
  for (const std::string& note : history.notes) out += paragraph("soft", note);
  return out;
}

const char* how_steps_are_found(bool repeats) {
  return repeats ? "A run repeats here, so a step is any change beyond what another build moves by "
                   "itself that the next night confirms. Before and after are medians of the "
                   "levels."
                 : "Points are each night's best round. A step is a split that rank sums tell "
                   "apart (p below 0.01, corrected for every split and figure looked at) and that "
                   "is larger than 5 %; a few nights must pass before one can be told. Before and "
                   "after are medians of the levels.";
}

std::string script(const std::string& text) {
  return "<script>//<![CDATA[\n" + text + "\n//]]></script>\n";
}

std::string scripts_html(const History& history) {
  return fmt::format("<script id=\"history-data\" type=\"application/json\">{}</script>\n",
                     data_json(history)) +
         script(fmt::format("/*\n{}*/\n{}", kUplotLicence, kUplotScript)) + script(kHistoryScript);
}

std::string style_html() {
  return fmt::format("<style>\n/*<![CDATA[*/\n{}\n/*]]>*/\n</style>\n", kUplotStyle);
}

}  // namespace

std::string history_text(const std::vector<LoadedResult>& results) {
  const History history = make_history(results);
  const std::string title = fmt::format("trampcheck history: {} nights", history.nights.size());
  const std::string nights = nights_html(history);
  std::string body = heading(1, "", title) + lead_html(history);
  body += heading(2, "changed", "What changed") + steps_html(history, true);
  body += folded("In the other phases", steps_html(history, false));
  body += paragraph("soft", how_steps_are_found(history.repeats));
  body += heading(2, "newest", "The newest night") +
          paragraph("soft", "Per function; below, the change from the night before.") +
          newest_html(history);
  body += heading(2, "charts", "Night by night") + charts_html(history);
  body += heading(2, "nights", "Nights");
  body += history.nights.size() > kManyNights ? folded("All of them", nights) : nights;
  return page_html({title, style_html(), body + scripts_html(history)});
}

}  // namespace trampcheck
