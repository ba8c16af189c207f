#include "results/stats/adjust.h"

#include <algorithm>
#include <numeric>

namespace trampcheck {

std::vector<double> adjust_for_many(std::span<const double> p) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return p[a] > p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (size_t i = 0; i < order.size(); ++i) {  // from the largest p down
    const auto rank = static_cast<double>(order.size() - i);
    least = std::min(least, p[order[i]] * static_cast<double>(order.size()) / rank);
    adjusted[order[i]] = least;
  }
  return adjusted;
}

}  // namespace trampcheck
