#include "results/export/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "results/export/groups.h"
#include "results/export/units.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr const char* kPhases[] = {"attach", "detach"};
constexpr const char* kMetrics[] = {"cpu_ns", "wall_ns"};

std::string text_param(const ResultRow& row, const std::string& name) {
  auto found = row.params.find(name);
  const std::string* text =
      found == row.params.end() ? nullptr : std::get_if<std::string>(&found->second);
  return text ? *text : "";
}

const ResultRow* phase_of(const Group& group, const std::string& phase) {
  for (const Phase& candidate : group.phases) {
    if (candidate.name == phase) return candidate.row;
  }
  return nullptr;
}

std::string cell(const ScalePoint& point, const std::string& phase, const std::string& metric) {
  const std::vector<int64_t> samples = samples_at(point, phase, metric);
  if (samples.empty()) return "-";
  return human_ns(median(samples) / static_cast<double>(point.functions));
}

std::vector<Note> growth_notes(const ScaleCurve& curve) {
  std::vector<Note> notes;
  for (const char* phase : kPhases) {
    for (const char* metric : kMetrics) {
      auto fit = fit_growth(sized_times(curve, phase, metric));
      if (!fit) continue;
      const std::string clock(metric, std::string(metric).find('_'));
      notes.push_back({fmt::format("{} {}", phase, clock),
                       fmt::format("{}: {} from {:.0f} to {:.0f} functions", to_string(fit->growth),
                                   exponent_text(*fit), fit->from_functions, fit->to_functions)});
    }
  }
  return notes;
}

// The size of this many functions, made where the curve has none.
ScalePoint& point_of(ScaleCurve& curve, int64_t asked, int64_t attached) {
  auto found = std::find_if(curve.points.begin(), curve.points.end(), [&](const auto& point) {
    return point.asked == asked && point.functions == attached;
  });
  if (found == curve.points.end()) {
    found = curve.points.insert(found, {.asked = asked, .functions = attached});
  }
  return *found;
}

void add_group(ScaleCurve& curve, const Group& group, int64_t asked) {
  const ResultRow& verdict = *group.verdict;
  if (verdict.status != Status::kPass && verdict.status != Status::kDone) {
    curve.left_out.push_back(
        fmt::format("{}: {}: {}", asked, to_string(verdict.status), verdict.reason));
    return;
  }
  ScalePoint& point = point_of(curve, asked, verdict.counts->attached);
  if (const ResultRow* row = phase_of(group, "attach")) point.attach.push_back(row);
  if (const ResultRow* row = phase_of(group, "detach")) point.detach.push_back(row);
}

}  // namespace

std::optional<Sized> sized(const Group& group) {
  if (!group.verdict) return std::nullopt;
  const std::string mechanism = text_param(*group.verdict, "mechanism");
  auto found = group.verdict->params.find("functions");
  if (found == group.verdict->params.end()) return std::nullopt;
  const int64_t* asked = std::get_if<int64_t>(&found->second);
  if (!asked || group.id != fmt::format("attach.{}.n{}", mechanism, *asked)) return std::nullopt;
  return Sized{mechanism, *asked};
}

std::vector<ScaleCurve> scale_curves(const std::vector<const RunResult*>& runs) {
  std::vector<ScaleCurve> curves;
  std::map<std::string, size_t> index;
  for (const RunResult* run : runs) {
    for (const Group& group : group_rows(*run)) {
      if (!group.verdict || !group.verdict->counts) continue;
      const auto part = sized(group);
      if (!part || group.verdict->counts->attached == 0) continue;
      auto [at, is_new] = index.emplace(part->mechanism, curves.size());
      if (is_new) curves.push_back({part->mechanism, {}, {}});
      add_group(curves[at->second], group, part->asked);
    }
  }
  std::erase_if(curves, [](const ScaleCurve& curve) {
    return curve.points.empty() || curve.points.size() + curve.left_out.size() < 2;
  });
  for (ScaleCurve& curve : curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const auto& a, const auto& b) { return a.functions < b.functions; });
  }
  return curves;
}

std::vector<int64_t> samples_at(const ScalePoint& point, const std::string& phase,
                                const std::string& metric) {
  std::vector<int64_t> samples;
  for (const ResultRow* row : phase == "attach" ? point.attach : point.detach) {
    const Metric* found = measured(*row, metric);
    if (found) samples.insert(samples.end(), found->samples.begin(), found->samples.end());
  }
  return samples;
}

std::vector<SizedTime> sized_times(const ScaleCurve& curve, const std::string& phase,
                                   const std::string& metric) {
  std::vector<SizedTime> times;
  for (const ScalePoint& point : curve.points) {
    const std::vector<int64_t> samples = samples_at(point, phase, metric);
    if (samples.empty()) continue;
    times.push_back({static_cast<double>(point.functions), median(samples)});
  }
  return times;
}

std::string exponent_text(const GrowthFit& fit) {
  return fmt::format("n^{:.2f}", std::round(fit.exponent * 100) / 100 + 0.0);  // never "-0.00"
}

Document scale_sections(const std::vector<const RunResult*>& runs) {
  Document document;
  for (const ScaleCurve& curve : scale_curves(runs)) {
    Table rows = {{"functions", "attach cpu", "attach wall", "detach cpu", "detach wall"}};
    for (const ScalePoint& point : curve.points) {
      rows.push_back({std::to_string(point.functions)});
      for (const char* phase : kPhases) {
        for (const char* metric : kMetrics) rows.back().push_back(cell(point, phase, metric));
      }
    }
    std::vector<Note> notes = growth_notes(curve);
    for (const std::string& size : curve.left_out) notes.push_back({"left out", size});
    document.push_back(
        {fmt::format("scale of {}, time per function", curve.mechanism), rows, std::move(notes)});
  }
  return document;
}

}  // namespace trampcheck
