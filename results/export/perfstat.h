// The way `perf stat --table -r N` prints: what kernel developers put into commit messages.
#ifndef TRAMPCHECK_RESULTS_EXPORT_PERFSTAT_H_
#define TRAMPCHECK_RESULTS_EXPORT_PERFSTAT_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// For every experiment: counters with the standard error of their mean, the single runs with their
// deviation from the mean, and the mean. A run is a round: its phases from open to unload together.
// What had no runs is listed with its reason.
std::string perfstat_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_PERFSTAT_H_
