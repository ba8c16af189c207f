// The processor's own counter.
#ifndef TRAMPCHECK_HARNESS_MEASURE_TSC_H_
#define TRAMPCHECK_HARNESS_MEASURE_TSC_H_

#include <cstdint>

#ifndef __x86_64__
#error "only x86-64 so far: give this architecture's ordered counter read here"
#endif

namespace trampcheck {

// Ticks of the TSC. The fence keeps earlier loads out of the interval (Intel SDM, RDTSC): an
// unordered read may be moved before the work it is to time.
inline uint64_t read_tsc() {
  uint32_t low = 0;
  uint32_t high = 0;
  asm volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high)::"memory");
  return (static_cast<uint64_t>(high) << 32) | low;
}

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_TSC_H_
