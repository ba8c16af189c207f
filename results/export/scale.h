// What a time per function comes to at several sizes of the set.
#ifndef TRAMPCHECK_RESULTS_EXPORT_SCALE_H_
#define TRAMPCHECK_RESULTS_EXPORT_SCALE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/export/document.h"
#include "results/export/groups.h"
#include "results/model/model.h"
#include "results/stats/growth.h"

namespace trampcheck {

// What an experiment of --scale attaches: a part of the set, of the size asked for.
struct Sized {
  std::string mechanism;
  int64_t asked = 0;
};

// Of "attach.fentry.n100", whose params say 100 functions; none for any other experiment.
std::optional<Sized> sized(const Group& group);

// One mechanism at one size; only sizes of which some function was attached.
struct ScalePoint {
  int64_t asked = 0;
  int64_t functions = 0;  // attached
  const ResultRow* attach = nullptr;
  const ResultRow* detach = nullptr;
};

struct ScaleCurve {
  std::string mechanism;
  std::vector<ScalePoint> points;  // ascending
};

// Of a run with --scale: the mechanisms measured at two sizes or more, in the order of the file.
// Points into `result`, which must live as long.
std::vector<ScaleCurve> scale_curves(const RunResult& result);

// The medians of a metric ("cpu_ns") of a phase ("attach", "detach") over the sizes; sizes where
// it was not measured are left out.
std::vector<SizedTime> sized_times(const ScaleCurve& curve, const std::string& phase,
                                   const std::string& metric);

// "n^1.02": what a time grows with.
std::string exponent_text(const GrowthFit& fit);

// A section for each curve: time per function by size, and how the whole grows. Empty where the
// run has no curves.
Document scale_sections(const RunResult& result);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_SCALE_H_
