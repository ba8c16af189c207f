#include "results/export/html/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "results/export/escape.h"

namespace trampcheck {
namespace {

// Paths around 0,0, of about the same area.
constexpr std::array<const char*, kMarkers> kShapes = {
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",               // disc
    "m-3-3h6v6h-6z",                                              // square
    "m0-4.5l4.5 4.5l-4.5 4.5l-4.5-4.5z",                          // diamond
    "m0-4l4 7h-8z",                                               // triangle
    "m0 4l4-7h-8z",                                               // triangle on its tip
    "m-1.3-4h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z",  // plus
    "m-4-1.5h8v3h-8z",                                            // bar
    "m-1.5-4h3v8h-3z",                                            // post
};

}  // namespace

std::string coordinate(double value) {
  const double rounded = std::round(value * 10) / 10 + 0.0;  // never "-0"
  std::string text = fmt::format("{:.1f}", rounded);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

Svg::Svg(double width, double height, std::string_view title) {
  const std::string safe = xml_escape(title);
  out_ = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                     coordinate(width), coordinate(height), safe);
  out_ += fmt::format("<title>{}</title>\n", safe);
}

void Svg::line(Point from, Point to, std::string_view css_class) {
  out_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", css_class,
                      coordinate(from.x), coordinate(from.y), coordinate(to.x), coordinate(to.y));
}

void Svg::rect(Point corner, double width, double height, std::string_view css_class) {
  out_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                      css_class, coordinate(corner.x), coordinate(corner.y), coordinate(width),
                      coordinate(height));
}

void Svg::polyline(const std::vector<Point>& points, std::string_view css_class) {
  out_ += fmt::format(R"(<polyline class="{}" points=")", css_class);
  const char* separator = "";
  for (const Point& point : points) {
    out_ += fmt::format("{}{},{}", separator, coordinate(point.x), coordinate(point.y));
    separator = " ";
  }
  out_ += "\"/>\n";
}

void Svg::strip(const std::vector<double>& xs, double y, double height,
                std::string_view css_class) {
  if (xs.empty()) return;
  out_ += fmt::format(R"(<path class="{}" d=")", css_class);
  for (double x : xs) {
    out_ += fmt::format("M{} {}v{}", coordinate(x), coordinate(y - height / 2), coordinate(height));
  }
  out_ += "\"/>\n";
}

void Svg::marker(Point at, size_t shape, std::string_view css_class) {
  out_ += fmt::format("<path class=\"{}\" d=\"M{} {}{}\"/>\n", css_class, coordinate(at.x),
                      coordinate(at.y), kShapes[shape % kMarkers]);
}

void Svg::text(Point at, std::string_view text, std::string_view css_class,
               std::string_view anchor) {
  out_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                      css_class, coordinate(at.x), coordinate(at.y), anchor, xml_escape(text));
}

void Svg::begin_group(std::string_view title) {
  out_ += fmt::format("<g><title>{}</title>\n", xml_escape(title));
}

void Svg::end_group() { out_ += "</g>\n"; }

std::string Svg::take() {
  std::string out = std::move(out_);
  out_.clear();
  return out + "</svg>\n";
}

std::vector<double> spread_apart(const std::vector<double>& wanted, double gap, double low,
                                 double high) {
  std::vector<size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
  std::vector<double> places(wanted.size());
  double next = low;
  for (size_t i : order) {  // downwards, each below the one before
    places[i] = std::max(wanted[i], next);
    next = places[i] + gap;
  }
  double last = high;
  for (auto at = order.rbegin(); at != order.rend(); ++at) {  // and back up from the end
    places[*at] = std::min(places[*at], last);
    last = places[*at] - gap;
  }
  return places;
}

}  // namespace trampcheck
