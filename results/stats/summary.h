// Descriptions of a list of samples. Pure functions; every figure is in the unit of its samples.
#ifndef TRAMPCHECK_RESULTS_STATS_SUMMARY_H_
#define TRAMPCHECK_RESULTS_STATS_SUMMARY_H_

#include <cstdint>
#include <span>

#include "results/model/model.h"

namespace trampcheck {

// The q-quantile (0 <= q <= 1; outside, the nearer end) of values in ascending order, by linear
// interpolation between the two nearest ranks (type 7 of Hyndman and Fan: what R and numpy do).
// 0 for no values.
double quantile(std::span<const double> sorted, double q);

// The middle value, or the mean of the middle two, of values in any order. 0 for no values.
double median(std::span<const double> values);
double median(std::span<const int64_t> values);

// Median absolute deviation from the median, unscaled (times 1.4826 it estimates the standard
// deviation of a normal distribution). 0 for no values.
double mad(std::span<const double> values);

// All of them together. No samples give n = 0 and zeros: look at n first. Nothing is dropped as an
// outlier: max is the largest sample that was taken.
Summary summarise(std::span<const int64_t> samples);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STATS_SUMMARY_H_
