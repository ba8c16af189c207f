// The order in which rounds are taken.
#ifndef TRAMPCHECK_HARNESS_MEASURE_SCHEDULE_H_
#define TRAMPCHECK_HARNESS_MEASURE_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trampcheck {

struct Turn {
  size_t variant = 0;  // which of the variants
  int round = 0;       // negative: warm-up, not counted
};

// `warmup` uncounted turns of every variant, then `rounds` rounds in each of which every variant
// has one turn, in an order shuffled by the seed: drift of the machine falls on all alike. The same
// seed gives the same order everywhere.
std::vector<Turn> interleave(size_t variants, int rounds, int warmup, uint64_t seed);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_SCHEDULE_H_
