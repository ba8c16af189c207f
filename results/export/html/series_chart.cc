#include "results/export/html/series_chart.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>

#include "results/export/html/keys.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

constexpr double kWidth = 560;
constexpr double kHeight = 220;
constexpr double kLeft = 74;
constexpr double kRight = 548;
constexpr double kTop = 40;
constexpr double kBottom = 192;
constexpr double kDay_s = 86400;
constexpr double kMostTicks = 5;     // dates are long
constexpr double kLabelRoom = 52;    // of a step's label
constexpr size_t kMarkedUpTo = 120;  // more nights than this are a line without marks
constexpr double kSteps_days[] = {1, 2, 7, 14, 28, 91, 182, 364};

std::string date_text(double time_s) {
  const auto seconds = static_cast<time_t>(time_s);
  tm fields = {};
  gmtime_r(&seconds, &fields);
  return fmt::format("{:04}-{:02}-{:02}", fields.tm_year + 1900, fields.tm_mon + 1, fields.tm_mday);
}

double step_days(double days) {
  for (double step : kSteps_days) {
    if (days / step <= kMostTicks) return step;
  }
  return 364 * std::ceil(days / 364 / kMostTicks);
}

Axis value_axis_of(const SeriesChart& chart) {
  double least = chart.points.front().y;
  double most = least;
  for (const Point& point : chart.points) {
    least = std::min(least, point.y);
    most = std::max(most, point.y);
  }
  return close_axis(least, most, chart.unit, kBottom, kTop);
}

void draw_axes(Svg& svg, const SeriesChart& chart, const Axis& x, const Axis& y) {
  svg.text({0, 13}, chart.title, "name", "start");
  for (const Tick& tick : y.ticks) {
    const double at = y.at(tick.value);
    svg.line({kLeft, at}, {kRight, at}, "grid");
    svg.text({kLeft - 6, at + 4}, tick.label, "tick", "end");
  }
  for (const Tick& tick : x.ticks) {
    const double at = x.at(tick.value);
    svg.line({at, kBottom}, {at, kBottom + 4}, "edge");
    // The first and the last label must not be cut.
    const double room = 31;
    svg.text({std::clamp(at, kLeft - 30 + room, kWidth - room), kBottom + 18}, tick.label, "tick",
             "middle");
  }
  svg.line({kLeft, kBottom}, {kRight, kBottom}, "edge");
}

// Steps close to each other share the room of one label; the table has them all.
void draw_steps(Svg& svg, const SeriesChart& chart, const Axis& x) {
  double free_from = kLeft - 30;
  for (const StepMark& step : chart.steps) {
    const double at = x.at(step.time_s);
    svg.line({at, kTop - 8}, {at, kBottom}, "step");
    const double centre = std::min(at, kWidth - kLabelRoom / 2);
    if (centre - kLabelRoom / 2 < free_from) continue;
    svg.text({centre, kTop - 12}, step.label, "label", "middle");
    free_from = centre + kLabelRoom / 2;
  }
}

}  // namespace

Axis day_axis(double from_s, double to_s, double from, double to) {
  // One night alone stands in the middle of two days.
  if (to_s - from_s < 1) {
    from_s -= kDay_s;
    to_s += kDay_s;
  }
  Axis axis{AxisKind::kLinear, from_s, to_s, from, to, {}};
  const double step_s = step_days((to_s - from_s) / kDay_s) * kDay_s;
  const double first = std::ceil(from_s / kDay_s) * kDay_s;
  for (int i = 0; first + i * step_s <= to_s; ++i) {
    const double at = first + i * step_s;
    axis.ticks.push_back({at, date_text(at)});
  }
  return axis;
}

std::string series_svg(const SeriesChart& chart) {
  const Axis x = day_axis(chart.from_s, chart.to_s, kLeft + 6, kRight - 6);
  const Axis y = value_axis_of(chart);
  Svg svg(kWidth, kHeight, chart.what);
  draw_axes(svg, chart, x, y);
  draw_steps(svg, chart, x);
  std::vector<Point> line;
  for (const Point& point : chart.points) line.push_back({x.at(point.x), y.at(point.y)});
  const size_t colour = chart.series % kColours;
  svg.polyline(line, fmt::format("curve s{}", colour));
  for (size_t i = 0; i < line.size() && line.size() <= kMarkedUpTo; ++i) {
    svg.begin_group(
        fmt::format("{}: {}", date_text(chart.points[i].x), human(chart.points[i].y, chart.unit)));
    svg.marker(line[i], chart.series, fmt::format("mark f{}", colour));
    svg.end_group();
  }
  return svg.take();
}

}  // namespace trampcheck
