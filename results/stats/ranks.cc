#include "results/stats/ranks.h"

#include <algorithm>
#include <numeric>

namespace trampcheck {

std::vector<int64_t> doubled_ranks(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<int64_t> ranks(values.size());
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    // The ranks begin + 1 to end; twice their mean is the sum of the outer two.
    for (size_t i = begin; i < end; ++i) ranks[order[i]] = static_cast<int64_t>(begin + 1 + end);
    begin = end;
  }
  return ranks;
}

}  // namespace trampcheck
