// The format `gbench`: as google/benchmark writes, for its compare.py.
#ifndef TRAMPCHECK_RESULTS_EXPORT_GBENCH_H_
#define TRAMPCHECK_RESULTS_EXPORT_GBENCH_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// google/benchmark's JSON: an iteration for each sample of each phase, named by the row's id (and
// the kernel, where there are several results); other metrics are counters. Verdicts that are not
// fine are keys of the context.
std::string gbench_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_GBENCH_H_
