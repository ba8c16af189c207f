#include "results/export/html/scaling.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/escape.h"
#include "results/export/html/curve_chart.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

struct Source {
  const char* phase;
  const char* metric;
  const char* clock;
};
// By Figure.
constexpr std::array<Source, kFigures.size()> kSources = {{{"attach", "cpu_ns", "cpu"},
                                                           {"attach", "wall_ns", "wall"},
                                                           {"detach", "cpu_ns", "cpu"},
                                                           {"detach", "wall_ns", "wall"}}};

void add_kernel(std::vector<Scaling>& scalings, const KernelRow& row) {
  for (const ScaleCurve& curve : scale_curves(row.runs())) {
    Scaling scaling{curve.mechanism, row.label, {}};
    for (size_t i = 0; i < kSources.size(); ++i) {
      scaling.times[i] = sized_times(curve, kSources[i].phase, kSources[i].metric);
    }
    scalings.push_back(std::move(scaling));
  }
}

std::vector<std::string> names_of(const std::vector<Scaling>& scalings,
                                  std::string Scaling::*member) {
  std::vector<std::string> names;
  for (const Scaling& scaling : scalings) {
    const std::string& name = scaling.*member;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

// "at 1,000", "at 29,885 to 42,083": where the largest sizes of a mechanism lie.
std::string largest_sizes(const std::vector<Scaling>& scalings, const std::string& mechanism,
                          size_t figure) {
  double least = 0;
  double most = 0;
  for (const Scaling& scaling : scalings) {
    const auto& times = scaling.times[figure];
    if (scaling.mechanism != mechanism || times.empty()) continue;
    const double largest = times.back().functions;
    least = least == 0 ? largest : std::min(least, largest);
    most = std::max(most, largest);
  }
  if (most == 0) return "";
  return least == most ? fmt::format(" at {}", thousands(most, 0))
                       : fmt::format(" at {} to {}", thousands(least, 0), thousands(most, 0));
}

std::string cell_text(const std::vector<Scaling>& scalings, const std::string& kernel,
                      const std::string& mechanism, size_t figure) {
  for (const Scaling& scaling : scalings) {
    const auto& times = scaling.times[figure];
    if (scaling.kernel != kernel || scaling.mechanism != mechanism || times.empty()) continue;
    const auto fit = fit_growth(times);
    const SizedTime& last = times.back();
    return human_ns(last.time / last.functions) + (fit ? "\n" + exponent_text(*fit) : "");
  }
  return "-";
}

// Nothing to draw: a logarithmic axis has no place for 0.
std::vector<Point> points_of(const std::vector<SizedTime>& times) {
  std::vector<Point> points;
  for (const SizedTime& time : times) {
    if (time.functions > 0 && time.time > 0) points.push_back({time.functions, time.time});
  }
  return points;
}

std::string label_of(const std::string& name, const std::vector<SizedTime>& times) {
  const auto fit = fit_growth(times);
  return fit ? fmt::format("{} {}", name, exponent_text(*fit)) : name;
}

using Chosen = std::vector<std::pair<std::string, const Scaling*>>;  // label, curve

std::vector<CurveChart> panels_of(const Chosen& chosen, const std::string& of) {
  std::vector<CurveChart> panels;
  for (size_t figure = 0; figure < kSources.size(); ++figure) {
    const Source& source = kSources[figure];
    CurveChart chart;
    chart.title = fmt::format("{}, {}", source.phase, source.clock);
    chart.what = fmt::format("{}: {} time of {} over the number of functions", of, source.clock,
                             source.phase);
    chart.x_unit = "count";
    chart.y_unit = "ns";
    chart.x_axis = "functions attached (logarithmic)";
    chart.y_axis = "time for all of them (logarithmic)";
    for (size_t i = 0; i < chosen.size(); ++i) {
      const auto& times = chosen[i].second->times[figure];
      std::vector<Point> points = points_of(times);
      if (points.empty()) continue;
      chart.curves.push_back({label_of(chosen[i].first, times), i, std::move(points)});
    }
    if (!chart.curves.empty()) panels.push_back(std::move(chart));
  }
  return panels;
}

// The panels of a figure have the same axes.
void share_axes(std::vector<CurveChart>& panels) {
  CurveChart span;
  bool first = true;
  for (const CurveChart& panel : panels) {
    for (const Curve& curve : panel.curves) {
      for (const Point& point : curve.points) {
        span.x_least = first ? point.x : std::min(span.x_least, point.x);
        span.y_least = first ? point.y : std::min(span.y_least, point.y);
        span.x_most = first ? point.x : std::max(span.x_most, point.x);
        span.y_most = first ? point.y : std::max(span.y_most, point.y);
        first = false;
      }
    }
  }
  for (CurveChart& panel : panels) {
    panel.x_least = span.x_least;
    panel.x_most = span.x_most;
    panel.y_least = span.y_least;
    panel.y_most = span.y_most;
  }
}

std::string figure_html(const Chosen& chosen, const std::string& name, const std::string& what) {
  std::vector<CurveChart> panels = panels_of(chosen, name);
  if (panels.empty()) return "";
  share_axes(panels);
  std::string out = fmt::format(
      "<figure>\n<figcaption><strong>{}</strong>: {}</figcaption>\n<div class=\"panels\">\n",
      xml_escape(name), xml_escape(what));
  for (const CurveChart& panel : panels) out += curve_svg(panel);
  return out + "</div>\n</figure>\n";
}

}  // namespace

std::vector<Scaling> scalings_of(const Matrix& matrix) {
  std::vector<Scaling> scalings;
  for (const KernelRow& row : matrix.kernels) add_kernel(scalings, row);
  return scalings;
}

std::vector<Section> scaling_sections(const std::vector<Scaling>& scalings) {
  std::vector<Section> sections;
  if (scalings.empty()) return sections;
  const std::vector<std::string> mechanisms = names_of(scalings, &Scaling::mechanism);
  const std::vector<std::string> kernels = names_of(scalings, &Scaling::kernel);
  for (size_t figure = 0; figure < kSources.size(); ++figure) {
    Table table = {{"mechanism"}};
    table.front().insert(table.front().end(), kernels.begin(), kernels.end());
    for (const std::string& mechanism : mechanisms) {
      table.push_back({mechanism + largest_sizes(scalings, mechanism, figure)});
      for (const std::string& kernel : kernels) {
        table.back().push_back(cell_text(scalings, kernel, mechanism, figure));
      }
    }
    sections.push_back({fmt::format("{}, {} per function at the largest size, and growth",
                                    kSources[figure].phase, kSources[figure].clock),
                        std::move(table),
                        {}});
  }
  return sections;
}

std::string scaling_html(const std::vector<Scaling>& scalings) {
  if (scalings.empty()) return "";
  const std::vector<std::string> mechanisms = names_of(scalings, &Scaling::mechanism);
  const std::string& last = scalings.back().kernel;
  std::string out;
  if (mechanisms.size() > 1) {
    Chosen chosen;
    for (const Scaling& one : scalings) {
      if (one.kernel == last) chosen.push_back({one.mechanism, &one});
    }
    out += figure_html(chosen, "all mechanisms on " + last, "a line for each mechanism");
  }
  for (const std::string& mechanism : mechanisms) {
    Chosen chosen;
    for (const Scaling& one : scalings) {
      if (one.mechanism == mechanism) chosen.push_back({one.kernel, &one});
    }
    out += figure_html(chosen, mechanism, "a line for each kernel");
  }
  return out;
}

}  // namespace trampcheck
