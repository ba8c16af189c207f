// The sizes that a mechanism is measured at.
#ifndef TRAMPCHECK_SUITES_ATTACH_SCALE_H_
#define TRAMPCHECK_SUITES_ATTACH_SCALE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/kernel/select.h"

namespace trampcheck {

struct ScaleSizes {
  std::vector<size_t> sizes;  // ascending, each once
  std::string left_out;       // which of those asked for are not among them, and why
};

// Of the sizes asked for (kWholeSet is all), those that `chosen` functions allow; with a link for
// each function, those up to `per_link_limit`. Never empty: the largest that is allowed stands in
// where nothing else is left.
ScaleSizes scale_sizes(std::span<const uint64_t> asked, size_t chosen, bool per_link,
                       uint64_t per_link_limit);

// Shuffles by the seed; the same order everywhere.
void shuffle(std::vector<Target>& targets, uint64_t seed);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_SCALE_H_
