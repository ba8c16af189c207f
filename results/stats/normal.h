// The standard normal distribution: what large samples are judged by.
#ifndef TRAMPCHECK_RESULTS_STATS_NORMAL_H_
#define TRAMPCHECK_RESULTS_STATS_NORMAL_H_

namespace trampcheck {

// P(|Z| >= |z|).
double normal_two_sided(double z);

// The z with P(Z <= z) = q. `q` lies between 0 and 1; below 1e-300 or at 1 - 1e-16 the result
// stays finite.
double normal_quantile(double q);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_NORMAL_H_
