// Curves in one panel: time over the number of functions, or anything else that has both axes.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_CURVE_CHART_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_CURVE_CHART_H_

#include <string>
#include <vector>

#include "results/export/html/svg.h"

namespace trampcheck {

struct Curve {
  std::string label;  // short: stands at the end of the curve
  size_t series = 0;  // its colour and shape
  std::vector<Point> points;
};

struct CurveChart {
  std::string title;   // of the panel: "attach, cpu"
  std::string what;    // for readers who cannot see it
  std::string x_unit;  // as a metric's
  std::string y_unit;
  std::string x_axis;  // "functions (logarithmic)"
  std::string y_axis;
  // What the axes span, so that panels beside each other can be compared; all above 0.
  double x_least = 1, x_most = 1, y_least = 1, y_most = 1;
  std::vector<Curve> curves;
};

// An inline SVG, both axes logarithmic, each curve named at its end.
std::string curve_svg(const CurveChart& chart);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_CURVE_CHART_H_
