// Steps in a history: from which night on a figure has another level.
#ifndef TRAMPCHECK_RESULTS_STATS_STEPS_H_
#define TRAMPCHECK_RESULTS_STATS_STEPS_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace trampcheck {

// One figure over the nights, oldest first.
struct StepSeries {
  std::vector<double> values;
  double gate = 0;       // a change up to this share is none
  double floor = 0;      // nor is one up to this, in the values' unit
  bool repeats = false;  // the same kernel gives the same value, as in icount
};

struct Step {
  size_t at = 0;      // the first value of the new level
  double before = 0;  // medians of the levels on either side
  double after = 0;
  std::optional<double> p;  // corrected; empty where values repeat and nothing is left to chance
  bool confirmed = true;    // false: only the last value shows it so far
};

// The steps of each series, in the order of the series, oldest first.
//
// Where values repeat: a value leaves its level if it is further from the level's median than gate
// and floor allow. It is a step if the next value has left it to the same side, so that one night
// on which a timer fell elsewhere is none; the last value has no next and is not confirmed.
//
// Elsewhere: binary segmentation. Each stretch is looked at whole and in windows of half its
// length, a quarter and so on, overlapping by half, since a level that comes and goes hides in the
// whole (seeded intervals). Of a window, the split where the rank sums of the two sides lie
// furthest apart, in standard deviations; of the windows, the one with the smallest p by the
// rank-sum test, times the number of all splits there were to choose from (Bonferroni); then, for
// the stretches of all series together, Benjamini and Hochberg. A split takes p < alpha and a
// change of the median beyond gate and floor, and both sides are looked at again. What is too short
// for any p < alpha is left alone.
std::vector<std::vector<Step>> find_steps(std::span<const StepSeries> all, double alpha);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_STEPS_H_
