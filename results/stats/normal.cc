#include "results/stats/normal.h"

#include <cmath>

namespace trampcheck {

double normal_two_sided(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

double normal_quantile(double q) {
  double low = -40;
  double high = 40;
  // Halves until the two are neighbours: some sixty steps, far from any inner loop.
  for (;;) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    const double below = std::erfc(-middle / std::sqrt(2.0)) / 2;
    (below < q ? low : high) = middle;
  }
}

}  // namespace trampcheck
