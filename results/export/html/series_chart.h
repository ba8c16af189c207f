// One figure over the nights, with its steps: what the page shows where no script runs.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_SERIES_CHART_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_SERIES_CHART_H_

#include <string>
#include <vector>

#include "results/export/html/axis.h"
#include "results/export/html/svg.h"

namespace trampcheck {

struct StepMark {
  double time_s = 0;
  std::string label;  // "+20.1 %"
};

struct SeriesChart {
  std::string title;
  std::string what;  // for readers who cannot see it
  std::string unit;
  size_t series = 0;  // its colour and shape
  double from_s = 0;  // what the axis of time spans, since 1970
  double to_s = 0;
  std::vector<Point> points;  // x in seconds since 1970; at least one
  std::vector<StepMark> steps;
};

std::string series_svg(const SeriesChart& chart);

// Days as ticks, in UTC, each a round number of days apart: "2026-11-30".
Axis day_axis(double from_s, double to_s, double from, double to);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_SERIES_CHART_H_
