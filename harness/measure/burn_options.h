// What a test build burns, as a guest's kernel command line says it.
#ifndef TRAMPCHECK_HARNESS_MEASURE_BURN_OPTIONS_H_
#define TRAMPCHECK_HARNESS_MEASURE_BURN_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace trampcheck {

inline constexpr std::string_view kBurnParameter = "trampcheck.burn=";

struct BurnOptions {
  std::string phase;  // empty: none
  uint64_t instructions = 0;
};

// From "trampcheck.burn=PHASE:INSTRUCTIONS" among other words; nothing where it is not there or
// makes no sense.
BurnOptions read_burn_options(std::string_view command_line);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_BURN_OPTIONS_H_
