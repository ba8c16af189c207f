#include "suites/attach/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "suites/attach/suite.h"

namespace trampcheck {

ScaleSizes scale_sizes(std::span<const uint64_t> asked, size_t chosen, bool per_link,
                       uint64_t per_link_limit) {
  std::set<uint64_t> sizes;
  std::set<uint64_t> too_large;
  std::set<uint64_t> too_many_links;
  for (uint64_t size : asked) {
    const uint64_t functions = size == kWholeSet ? chosen : size;
    if (functions > chosen) {
      too_large.insert(functions);
    } else if (per_link && functions > per_link_limit) {
      too_many_links.insert(functions);
    } else {
      sizes.insert(functions);
    }
  }
  ScaleSizes result;
  if (!too_large.empty()) {
    result.left_out = fmt::format("{} functions were chosen: not measured at {}", chosen,
                                  fmt::join(too_large, ", "));
  }
  if (!too_many_links.empty()) {
    result.left_out +=
        fmt::format("{}a link for each function: not measured at {} (see --per-link-limit)",
                    result.left_out.empty() ? "" : "; ", fmt::join(too_many_links, ", "));
  }
  if (sizes.empty()) sizes.insert(per_link ? std::min<uint64_t>(chosen, per_link_limit) : chosen);
  result.sizes.assign(sizes.begin(), sizes.end());
  return result;
}

void shuffle(std::vector<Target>& targets, uint64_t seed) {
  std::mt19937_64 random(seed);
  // By hand: std::shuffle may differ between libraries.
  for (size_t left = targets.size(); left > 1; --left) {
    std::swap(targets[left - 1], targets[random() % left]);
  }
}

}  // namespace trampcheck
