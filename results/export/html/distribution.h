// A list of samples as a chart shows it: exact quantiles, and as many of the samples as one sees.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTION_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTION_H_

#include <cstddef>
#include <vector>

namespace trampcheck {

struct Distribution {
  size_t n = 0;
  double min = 0;
  double p5 = 0;
  double q1 = 0;
  double median = 0;
  double q3 = 0;
  double p95 = 0;
  double max = 0;
  std::vector<double> shown;  // ascending; the smallest and the largest are always among them
};

// Quantiles as summary.h has them, over all samples. At most `most_shown` of them are shown, evenly
// spaced by rank (at least 2). n = 0 for no samples.
Distribution describe_samples(std::vector<double> samples, size_t most_shown);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTION_H_
