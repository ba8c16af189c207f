// The figures of many nights, and where their levels changed.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "results/load.h"
#include "results/stats/steps.h"

namespace trampcheck {

// One metric of one phase of one mechanism over the nights that have it.
struct HistorySeries {
  std::string mechanism;  // "fentry"; of other suites the whole id
  std::string phase;      // "attach"
  std::string metric;     // "cpu_ns"
  std::string unit;
  bool per_function = false;   // divided by the functions that were attached
  std::vector<size_t> nights;  // into History::nights, ascending
  std::vector<double> values;  // of these nights
  std::vector<Step> steps;     // Step::at into `values`
};

struct History {
  std::vector<const LoadedResult*> nights;  // oldest first; at least one
  std::vector<int64_t> times_s;       // when they began, since 1970, each after the one before
  std::vector<HistorySeries> series;  // mechanisms and phases as the oldest night has them
  bool repeats = false;               // icount: values are medians; else each night's best
  std::vector<std::string> notes;     // what a reader must know
};

// Of the cpu_ns and wall_ns of everything that passed. Nights of another domain or number of CPUs
// than the newest are left out, with a note. Points into `results`, which must live as long.
History make_history(const std::vector<LoadedResult>& results);

// Drops what make_history() does not use: names and times of single functions.
void reduce_for_history(RunResult& result);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_H_
