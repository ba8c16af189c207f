// Where a test build makes a phase slower by a known amount. Nothing in any other build.
#ifndef TRAMPCHECK_HARNESS_MEASURE_BURN_H_
#define TRAMPCHECK_HARNESS_MEASURE_BURN_H_

namespace trampcheck {

using Burn = void (*)(const char* phase);

// Null, unless //tools/selftest:burn is linked in. Set before main().
Burn& burn_in_tests();

// What every phase does at its end, inside of what is measured.
inline void burn(const char* phase) {
  if (Burn planted = burn_in_tests()) planted(phase);
}

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_BURN_H_
