#include "results/export/html/distributions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "results/export/escape.h"
#include "results/export/groups.h"
#include "results/export/html/distribution_chart.h"
#include "results/export/html/keys.h"
#include "results/export/html/page.h"

namespace trampcheck {
namespace {

struct Panel {
  const char* phase;
  Figure cpu;
  Figure wall;
};
constexpr std::array<Panel, 2> kPanels = {{{"attach", Figure::kAttachCpu, Figure::kAttachWall},
                                           {"detach", Figure::kDetachCpu, Figure::kDetachWall}}};

constexpr const char* kKinds[] = {"cpu", "wall", "each function alone"};
constexpr size_t kEach = 2;

// All strips of a page together: it must stay small whatever is measured.
constexpr size_t kMostStrokes = 40'000;
constexpr size_t kMostOfALane = 240;
constexpr size_t kLeastOfALane = 8;

size_t strokes_of_a_lane(const Matrix& matrix) {
  const size_t lanes =
      std::max<size_t>(1, matrix.kernels.size() * matrix.mechanisms.size() * kPanels.size() * 3);
  return std::clamp(kMostStrokes / lanes, kLeastOfALane, kMostOfALane);
}

bool lacks_rate(const Context& context) {
  return !context.kernel.tsc_hz || *context.kernel.tsc_hz <= 0;
}

// Times of single functions in ns, where the rate of the counter they are in is known.
std::vector<double> single_times(const KernelRow& row, const std::string& mechanism,
                                 const std::string& phase_name) {
  std::vector<double> times;
  const std::string id = fmt::format("attach.{}.{}", mechanism, phase_name);
  for (const LoadedResult* boot : row.boots) {
    if (lacks_rate(boot->result.context)) continue;
    const auto hz = static_cast<double>(*boot->result.context.kernel.tsc_hz);
    for (const ResultRow& of : boot->result.results) {
      if (of.id != id || !of.per_function) continue;
      for (const auto& round : of.per_function->samples) {
        for (int64_t ticks : round) {
          times.push_back(static_cast<double>(ticks) * 1e9 / hz);
        }
      }
    }
  }
  return times;
}

void add_lane(DistributionRow& row, size_t kind, std::vector<double> samples, size_t strokes) {
  if (samples.empty()) return;
  row.lanes.push_back({kKinds[kind], kind, describe_samples(std::move(samples), strokes)});
}

std::string word_for(const Cell& cell) {
  if (!cell.status) return "not run";
  return cell.sound() ? "no samples" : to_string(*cell.status);
}

DistributionRow make_row(const Matrix& matrix, const KernelRow& kernel, size_t column,
                         const Panel& panel) {
  const Cell& cell = kernel.cells[column];
  DistributionRow row{kernel.label, {}, word_for(cell)};
  if (!cell.sound()) return row;
  const size_t strokes = strokes_of_a_lane(matrix);
  add_lane(row, 0, cell.ns_per_function[static_cast<size_t>(panel.cpu)], strokes);
  add_lane(row, 1, cell.ns_per_function[static_cast<size_t>(panel.wall)], strokes);
  add_lane(row, kEach, single_times(kernel, matrix.mechanisms[column], panel.phase), strokes);
  return row;
}

// A mechanism on all kernels.
std::vector<DistributionChart> charts_of(const Matrix& matrix, size_t column) {
  std::vector<DistributionChart> charts;
  for (const Panel& panel : kPanels) {
    DistributionChart chart{
        panel.phase,
        fmt::format("{}, {}: distribution of the time per function on each kernel",
                    matrix.mechanisms[column], panel.phase),
        "ns"};
    for (const KernelRow& kernel : matrix.kernels) {
      chart.rows.push_back(make_row(matrix, kernel, column, panel));
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

// All mechanisms on a kernel.
std::vector<DistributionChart> charts_of(const Matrix& matrix, const KernelRow& kernel) {
  std::vector<DistributionChart> charts;
  for (const Panel& panel : kPanels) {
    DistributionChart chart{
        panel.phase,
        fmt::format("{}, {}: distribution of the time per function by each mechanism", kernel.label,
                    panel.phase),
        "ns"};
    for (size_t column = 0; column < matrix.mechanisms.size(); ++column) {
      chart.rows.push_back(make_row(matrix, kernel, column, panel));
      chart.rows.back().label = matrix.mechanisms[column];
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

template <typename Visit>
void for_each_lane(const std::vector<DistributionChart>& charts, Visit visit) {
  for (const DistributionChart& chart : charts) {
    for (const DistributionRow& row : chart.rows) {
      for (const Lane& lane : row.lanes) visit(lane);
    }
  }
}

// One axis for the panels of a figure.
void share_axis(std::vector<DistributionChart>& charts) {
  double least = 0;
  double most = 0;
  bool first = true;
  for_each_lane(charts, [&](const Lane& lane) {
    least = first ? lane.samples.min : std::min(least, lane.samples.min);
    most = std::max(most, lane.samples.max);
    first = false;
  });
  for (DistributionChart& chart : charts) {
    chart.least = least;
    chart.most = most;
  }
}

struct Kind {
  size_t least_n = SIZE_MAX;
  size_t most_n = 0;
};

std::string n_text(const Kind& kind) {
  return kind.least_n == kind.most_n ? fmt::format("n {}", kind.most_n)
                                     : fmt::format("n {} to {}", kind.least_n, kind.most_n);
}

std::string keys_of(const std::vector<DistributionChart>& charts) {
  std::array<Kind, std::size(kKinds)> kinds;
  for_each_lane(charts, [&](const Lane& lane) {
    Kind& kind = kinds[lane.colour];
    kind.least_n = std::min(kind.least_n, lane.samples.n);
    kind.most_n = std::max(kind.most_n, lane.samples.n);
  });
  std::string out;
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].most_n == 0) continue;
    out += key_html(i, fmt::format("{} ({})", kKinds[i], n_text(kinds[i])));
  }
  return out;
}

std::string how_it_patches(const Matrix& matrix, const std::string& mechanism) {
  for (const KernelRow& kernel : matrix.kernels) {
    for (const LoadedResult* boot : kernel.boots) {
      for (const ResultRow& row : boot->result.results) {
        auto found = row.params.find("patched_by");
        if (row.id != "attach." + mechanism || found == row.params.end()) continue;
        if (const auto* text = std::get_if<std::string>(&found->second)) return *text;
      }
    }
  }
  return "";
}

std::string figure_html(const std::string& name, const std::string& words,
                        std::vector<DistributionChart> charts) {
  share_axis(charts);
  std::string out = fmt::format(
      "<figure>\n<figcaption><strong>{}</strong>{}{}<br/>{}</figcaption>\n"
      "<div class=\"panels\">\n",
      xml_escape(name), words.empty() ? "" : ": ", xml_escape(words), keys_of(charts));
  for (const DistributionChart& chart : charts) out += distribution_svg(chart);
  return out + "</div>\n</figure>\n";
}

bool has_lanes(const std::vector<DistributionChart>& charts) {
  bool any = false;
  for_each_lane(charts, [&](const Lane&) { any = true; });
  return any;
}

// Kernels whose times of single functions cannot be drawn.
std::string without_rate_html(const Matrix& matrix) {
  std::vector<std::string> labels;
  for (const KernelRow& row : matrix.kernels) {
    for (const LoadedResult* boot : row.boots) {
      const auto& rows = boot->result.results;
      const bool has_times = std::any_of(rows.begin(), rows.end(), [](const ResultRow& of) {
        return of.per_function.has_value();
      });
      if (!has_times || !lacks_rate(boot->result.context)) continue;
      labels.push_back(row.label);
      break;
    }
  }
  if (labels.empty()) return "";
  return paragraph("soft", fmt::format("Times of single functions are not drawn for {}: the rate "
                                       "of their counter is not known.",
                                       fmt::join(labels, ", ")));
}

}  // namespace

std::string distributions_html(const Matrix& matrix) {
  // One kernel has a row for each mechanism instead of a figure.
  if (matrix.kernels.size() == 1 && matrix.mechanisms.size() > 1) {
    std::vector<DistributionChart> charts = charts_of(matrix, matrix.kernels.front());
    if (!has_lanes(charts)) return "";
    return figure_html("all mechanisms on " + matrix.kernels.front().label, "", std::move(charts)) +
           without_rate_html(matrix);
  }
  std::string figures;
  std::vector<std::string> absent;
  for (size_t column = 0; column < matrix.mechanisms.size(); ++column) {
    const std::string& mechanism = matrix.mechanisms[column];
    std::vector<DistributionChart> charts = charts_of(matrix, column);
    if (has_lanes(charts)) {
      figures += figure_html(mechanism, how_it_patches(matrix, mechanism), std::move(charts));
    } else {
      absent.push_back(mechanism);
    }
  }
  if (figures.empty()) return figures;
  figures += without_rate_html(matrix);
  if (absent.empty()) return figures;
  return figures +
         paragraph("soft", fmt::format("Measured on no kernel: {}.", fmt::join(absent, ", ")));
}

}  // namespace trampcheck
