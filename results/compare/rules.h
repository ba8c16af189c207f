// What is judged, and how large a change must be to count. One small table for each question; the
// figures are measured, the comments in rules.cc say from what.
#ifndef TRAMPCHECK_RESULTS_COMPARE_RULES_H_
#define TRAMPCHECK_RESULTS_COMPARE_RULES_H_

#include <string>

#include "results/model/model.h"

namespace trampcheck {

// How one metric is judged, whatever the phase. Shares: 0.05 is 5 %.
struct MetricRule {
  const char* metric;
  bool judged;       // of itself; the others explain, and are judged where they are named
  double gate;       // outside of icount: the smallest change that counts, with a small p
  double floor;      // changes up to this, in the metric's unit, never count
  const char* what;  // for people
};

// Metrics that the table does not know are judged, by its last row.
const MetricRule& rule_for(const std::string& metric);

// In icount the same binary repeats to the last digit, but one built anew, or a kernel with a
// function more, moves every figure a little. A change up to this share is that and nothing else.
double exact_tolerance(const std::string& phase, const std::string& metric, bool waits);

// Whether a phase sleeps and wakes, by the share of its wall time in which it was blocked. Timers
// decide where such a phase continues, and so what it costs.
bool waits(const ResultRow& row);

// "attach": its parameter, or the last word of its id.
std::string phase_of(const ResultRow& row);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_RULES_H_
