// What a self-test of the verdicts found, for people and for programs.
#ifndef TRAMPCHECK_RESULTS_EXPORT_NOISE_H_
#define TRAMPCHECK_RESULTS_EXPORT_NOISE_H_

#include <string>

#include "results/noise/noise.h"

namespace trampcheck {

// At most 100 columns of printable ASCII: false alarms, then the smallest slowdowns that are found.
std::string noise_text(const Noise& noise);

// {"schema": {"name": "trampcheck.noise", ...}}: all figures. Slowdowns are shares, 0.01 is 1 %.
std::string noise_json(const Noise& noise);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_NOISE_H_
