// Correction for having looked at many metrics at once.
#ifndef TRAMPCHECK_RESULTS_STATS_ADJUST_H_
#define TRAMPCHECK_RESULTS_STATS_ADJUST_H_

#include <span>
#include <vector>

namespace trampcheck {

// Benjamini and Hochberg (1995): for each p, the smallest share of false alarms at which it would
// still be called a discovery. In the order given; never below its p, at most 1.
std::vector<double> adjust_for_many(std::span<const double> p);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_ADJUST_H_
