#include "harness/measure/schedule.h"

#include <random>
#include <utility>

namespace trampcheck {

std::vector<Turn> interleave(size_t variants, int rounds, int warmup, uint64_t seed) {
  std::vector<Turn> turns;
  std::mt19937_64 random(seed);
  for (int round = -warmup; round < rounds; ++round) {
    const size_t first = turns.size();
    for (size_t variant = 0; variant < variants; ++variant) turns.push_back({variant, round});
    // Fisher and Yates by hand: std::shuffle may differ between libraries.
    for (size_t left = variants; left > 1; --left) {
      std::swap(turns[first + left - 1], turns[first + random() % left]);
    }
  }
  return turns;
}

}  // namespace trampcheck
