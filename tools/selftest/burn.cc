// Makes one phase take so many instructions longer, on the kernel command line's word.
#include "harness/measure/burn.h"

#include <string>

#include "harness/measure/burn_options.h"
#include "results/base/file.h"

namespace trampcheck {
namespace {

BurnOptions options_of_this_kernel() {
  const auto line = read_file("/proc/cmdline");
  return line ? read_burn_options(*line) : BurnOptions{};
}

void burn_instructions(uint64_t instructions) {
  uint64_t turns = instructions / 2;  // of two instructions each
  if (turns == 0) return;
  asm volatile("1: dec %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

void burn_phase(const char* phase) {
  static const BurnOptions options = options_of_this_kernel();  // /proc is there by now
  if (options.phase == phase) burn_instructions(options.instructions);
}

const bool kPlanted = (burn_in_tests() = burn_phase, true);

}  // namespace
}  // namespace trampcheck
