// The format `ktap`: kernel test anything protocol.
#ifndef TRAMPCHECK_RESULTS_EXPORT_KTAP_H_
#define TRAMPCHECK_RESULTS_EXPORT_KTAP_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// KTAP 1: a subtest for each result, in it a test for each experiment; medians and reasons are
// diagnostic lines above it.
std::string ktap_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_KTAP_H_
