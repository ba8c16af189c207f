#include "results/export/html/curve_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/html/axis.h"
#include "results/export/html/keys.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

constexpr double kWidth = 560;
constexpr double kLeft = 62;
constexpr double kTop = 40;
constexpr double kPlotHeight = 210;
constexpr double kBottom = 42;
constexpr double kLabelGap = 14;
constexpr double kLetter = 7.3;  // about the width of one, on a phone
constexpr size_t kLongestLabel = 30;

struct Frame {
  double right = 0;
  double bottom = 0;
  Axis x;
  Axis y;
};

Frame make_frame(const CurveChart& chart) {
  size_t longest = 0;
  for (const Curve& curve : chart.curves) {
    longest = std::max(longest, std::min(curve.label.size(), kLongestLabel));
  }
  Frame frame;
  frame.right = kWidth - 30 - kLetter * static_cast<double>(longest);
  // Many curves need room for their names.
  const double names = kLabelGap * static_cast<double>(chart.curves.size());
  frame.bottom = kTop + std::max(kPlotHeight, names);
  frame.x = log_axis(chart.x_least, chart.x_most, chart.x_unit, kLeft, frame.right);
  frame.y = log_axis(chart.y_least, chart.y_most, chart.y_unit, frame.bottom, kTop);
  return frame;
}

void draw_axes(Svg& svg, const CurveChart& chart, const Frame& frame) {
  svg.text({0, 13}, chart.title, "name", "start");
  svg.text({0, 29}, chart.y_axis, "axis", "start");
  for (const Tick& tick : frame.y.ticks) {
    const double y = frame.y.at(tick.value);
    svg.line({kLeft, y}, {frame.right, y}, "grid");
    svg.text({kLeft - 6, y + 4}, tick.label, "tick", "end");
  }
  for (const Tick& tick : frame.x.ticks) {
    const double x = frame.x.at(tick.value);
    svg.line({x, kTop}, {x, frame.bottom + 4}, "grid");
    svg.text({x, frame.bottom + 17}, tick.label, "tick", "middle");
  }
  svg.line({kLeft, frame.bottom}, {frame.right, frame.bottom}, "edge");
  svg.text({(kLeft + frame.right) / 2, frame.bottom + 35}, chart.x_axis, "axis", "middle");
}

std::vector<Point> placed(const Curve& curve, const Frame& frame) {
  std::vector<Point> points;
  for (const Point& point : curve.points) {
    points.push_back({frame.x.at(point.x), frame.y.at(point.y)});
  }
  return points;
}

std::string curve_words(const Curve& curve, const CurveChart& chart) {
  std::string text = curve.label;
  for (const Point& point : curve.points) {
    text += fmt::format("; {} at {}", human(point.y, chart.y_unit), thousands(point.x, 0));
  }
  return text;
}

void draw_curve(Svg& svg, const CurveChart& chart, const Frame& frame, const Curve& curve,
                double label_y) {
  const size_t colour = curve.series % kColours;
  const std::vector<Point> points = placed(curve, frame);
  svg.begin_group(curve_words(curve, chart));
  svg.polyline(points, fmt::format("curve s{}", colour));
  for (const Point& point : points) {
    svg.marker(point, curve.series, fmt::format("mark f{}", colour));
  }
  const double label_x = frame.right + 22;
  svg.line({points.back().x + 5, points.back().y}, {label_x - 8, label_y}, "leader");
  svg.marker({label_x - 2, label_y}, curve.series, fmt::format("mark f{}", colour));
  svg.text({label_x + 6, label_y + 4}, curve.label, "label", "start");
  svg.end_group();
}

}  // namespace

std::string curve_svg(const CurveChart& chart) {
  const Frame frame = make_frame(chart);
  Svg svg(kWidth, frame.bottom + kBottom, chart.what);
  draw_axes(svg, chart, frame);
  std::vector<double> wanted;
  for (const Curve& curve : chart.curves) {
    wanted.push_back(frame.y.at(curve.points.back().y));
  }
  const std::vector<double> places = spread_apart(wanted, kLabelGap, kTop, frame.bottom);
  for (size_t i = 0; i < chart.curves.size(); ++i) {
    draw_curve(svg, chart, frame, chart.curves[i], places[i]);
  }
  return svg.take();
}

}  // namespace trampcheck
