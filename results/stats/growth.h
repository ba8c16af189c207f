// How a time grows with the number of functions.
#ifndef TRAMPCHECK_RESULTS_STATS_GROWTH_H_
#define TRAMPCHECK_RESULTS_STATS_GROWTH_H_

#include <optional>
#include <span>

namespace trampcheck {

// The whole set's time at one size.
struct SizedTime {
  double functions = 0;
  double time = 0;
};

enum class Growth { kConstant, kLessThanLinear, kLinear, kWorse };
const char* to_string(Growth growth);

struct GrowthFit {
  double exponent = 0;  // b of time = c * functions^b: 0 is constant, 1 linear
  Growth growth = Growth::kLinear;
  double from_functions = 0;  // the range it was fitted over
  double to_functions = 0;
};

// Least squares of log(time) over log(functions), over the upper two decades of the sizes, where
// fixed costs no longer hide the slope. Constant below an exponent of 0.1, linear from 0.9 to 1.1.
// Nothing where fewer than two sizes with a positive time lie there.
std::optional<GrowthFit> fit_growth(std::span<const SizedTime> times);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_GROWTH_H_
