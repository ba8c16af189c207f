// Boots drawn at random, the same ones for the same seed with any standard library.
#ifndef TRAMPCHECK_RESULTS_NOISE_DRAW_H_
#define TRAMPCHECK_RESULTS_NOISE_DRAW_H_

#include <cstddef>
#include <random>
#include <vector>

namespace trampcheck {

// All indices below `count`, in random order.
std::vector<size_t> shuffled(size_t count, std::mt19937_64& random);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_NOISE_DRAW_H_
