// Distributions side by side: a row for each kernel, a lane in it for each kind of time.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTION_CHART_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTION_CHART_H_

#include <string>
#include <vector>

#include "results/export/html/distribution.h"

namespace trampcheck {

struct Lane {
  std::string name;  // "cpu"
  size_t colour = 0;
  Distribution samples;
};

struct DistributionRow {
  std::string label;
  std::vector<Lane> lanes;
  std::string reason;  // why there are no lanes, in a word or two
};

struct DistributionChart {
  std::string title;  // of the panel: "attach"
  std::string what;   // for readers who cannot see it: "fentry, attach: time per function"
  std::string unit;
  double least = 0;  // what the axis spans, so that panels beside each other can be compared
  double most = 0;
  std::vector<DistributionRow> rows;
};

// An inline SVG: samples as strokes, from five of them on a box of the quartiles with whiskers to
// 5 and 95 %, the median as text.
std::string distribution_svg(const DistributionChart& chart);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTION_CHART_H_
