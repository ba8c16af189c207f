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
  int64_t functions = 0;                 // attached
  std::vector<const ResultRow*> attach;  // of each run that has it
  std::vector<const ResultRow*> detach;
};

struct ScaleCurve {
  std::string mechanism;
  std::vector<ScalePoint> points;     // ascending
  std::vector<std::string> left_out;  // "1000: FAIL: REASON": figures that cannot be quoted
};

// Of runs of one kernel with --scale, their rounds taken together: the mechanisms measured at two
// sizes or more, of which at least one can be quoted, in the order of the files. Points into the
// runs, which must live as long.
std::vector<ScaleCurve> scale_curves(const std::vector<const RunResult*>& runs);

// The samples of a metric ("cpu_ns") of a phase ("attach", "detach") at one size, in all runs.
std::vector<int64_t> samples_at(const ScalePoint& point, const std::string& phase,
                                const std::string& metric);

// The medians of a metric over the sizes; sizes where it was not measured are left out.
std::vector<SizedTime> sized_times(const ScaleCurve& curve, const std::string& phase,
                                   const std::string& metric);

// "n^1.02": what a time grows with.
std::string exponent_text(const GrowthFit& fit);

// A section for each curve: time per function by size, and how the whole grows. Empty where the
// runs have no curves.
Document scale_sections(const std::vector<const RunResult*>& runs);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_SCALE_H_
