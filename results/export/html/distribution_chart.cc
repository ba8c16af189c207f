#include "results/export/html/distribution_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/html/axis.h"
#include "results/export/html/svg.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

constexpr double kWidth = 560;
constexpr double kTop = 26;
constexpr double kLaneHeight = 15;
constexpr double kRowGap = 7;
constexpr double kFigures = 66;  // for the medians at the right
constexpr double kBottom = 36;
constexpr double kLetter = 7.2;  // about the width of one, on a phone
constexpr size_t kLongestLabel = 22;
constexpr size_t kBoxFrom = 5;  // quartiles of fewer samples say nothing

struct Frame {
  double left = 0;
  double bottom = 0;
  Axis axis;
};

std::string shortened(const std::string& label) {
  if (label.size() <= kLongestLabel) return label;
  size_t end = kLongestLabel - 1;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xc0) == 0x80) --end;
  return label.substr(0, end) + "\u2026";
}

double row_height(const DistributionRow& row) {
  return kLaneHeight * static_cast<double>(std::max<size_t>(row.lanes.size(), 1)) + kRowGap;
}

Frame make_frame(const DistributionChart& chart) {
  size_t longest = 0;
  double height = 0;
  for (const DistributionRow& row : chart.rows) {
    longest = std::max(longest, std::min(row.label.size(), kLongestLabel));
    height += row_height(row);
  }
  Frame frame;
  frame.left = 10 + kLetter * static_cast<double>(longest);
  frame.bottom = kTop + height;
  frame.axis = value_axis(chart.least, chart.most, chart.unit, frame.left, kWidth - kFigures);
  return frame;
}

void draw_axis(Svg& svg, const DistributionChart& chart, const Frame& frame) {
  svg.text({0, 13}, chart.title, "name", "start");
  for (const Tick& tick : frame.axis.ticks) {
    const double x = frame.axis.at(tick.value);
    svg.line({x, kTop - 4}, {x, frame.bottom}, "grid");
    svg.text({x, frame.bottom + 14}, tick.label, "tick", "middle");
  }
  svg.line({frame.left, frame.bottom}, {kWidth - kFigures, frame.bottom}, "edge");
  const char* kind =
      frame.axis.kind == AxisKind::kLog ? "time per function (logarithmic)" : "time per function";
  svg.text({(frame.left + kWidth - kFigures) / 2, frame.bottom + 30}, kind, "axis", "middle");
}

std::string lane_words(const Lane& lane, const std::string& label, const std::string& unit) {
  const Distribution& of = lane.samples;
  return fmt::format(
      "{}, {}: n {}, min {}, p5 {}, quartile {}, median {}, quartile {}, p95 {}, max {}", label,
      lane.name, of.n, human(of.min, unit), human(of.p5, unit), human(of.q1, unit),
      human(of.median, unit), human(of.q3, unit), human(of.p95, unit), human(of.max, unit));
}

void draw_box(Svg& svg, const Axis& axis, const Distribution& of, double y,
              const std::string& colour) {
  const double q1 = axis.at(of.q1);
  const double q3 = axis.at(of.q3);
  svg.line({axis.at(of.p5), y}, {q1, y}, "whisker s" + colour);
  svg.line({q3, y}, {axis.at(of.p95), y}, "whisker s" + colour);
  svg.rect({q1, y - 4}, std::max(q3 - q1, 1.0), 8, fmt::format("box s{} f{}", colour, colour));
  svg.line({axis.at(of.median), y - 5}, {axis.at(of.median), y + 5}, "middle s" + colour);
}

// Where samples fall on the same tenth of a unit one stroke is enough.
std::vector<double> places_of(const Axis& axis, const std::vector<double>& values) {
  std::vector<double> places;
  std::string last;
  for (double value : values) {
    const double x = axis.at(value);
    std::string place = coordinate(x);
    if (place == last) continue;
    last = std::move(place);
    places.push_back(x);
  }
  return places;
}

void draw_lane(Svg& svg, const DistributionChart& chart, const Frame& frame, const Lane& lane,
               const std::string& label, double y) {
  const std::string colour = fmt::format("{}", lane.colour);
  svg.begin_group(lane_words(lane, label, chart.unit));
  const std::vector<double> places = places_of(frame.axis, lane.samples.shown);
  if (lane.samples.n >= kBoxFrom) {
    draw_box(svg, frame.axis, lane.samples, y - 1.5, colour);
    svg.strip(places, y + 5, 3, "strip s" + colour);
  } else {
    svg.strip(places, y, 11, "strip s" + colour);
    svg.marker({frame.axis.at(lane.samples.median), y}, lane.colour, "mark f" + colour);
  }
  svg.text({kWidth, y + 4}, human(lane.samples.median, chart.unit), "value", "end");
  svg.end_group();
}

}  // namespace

std::string distribution_svg(const DistributionChart& chart) {
  const Frame frame = make_frame(chart);
  Svg svg(kWidth, frame.bottom + kBottom, chart.what);
  draw_axis(svg, chart, frame);
  double y = kTop;
  for (const DistributionRow& row : chart.rows) {
    const double lanes = row_height(row) - kRowGap;
    svg.text({0, y + lanes / 2 + 4}, shortened(row.label), "row", "start");
    for (size_t i = 0; i < row.lanes.size(); ++i) {
      draw_lane(svg, chart, frame, row.lanes[i], row.label,
                y + kLaneHeight * (static_cast<double>(i) + 0.5));
    }
    if (row.lanes.empty()) {
      svg.text({frame.left + 6, y + lanes / 2 + 4}, row.reason, "tick", "start");
    }
    y += row_height(row);
  }
  return svg.take();
}

}  // namespace trampcheck
