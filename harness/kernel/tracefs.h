// What ftrace can attach to, and what is attached, as tracefs tells it.
#ifndef TRAMPCHECK_HARNESS_KERNEL_TRACEFS_H_
#define TRAMPCHECK_HARNESS_KERNEL_TRACEFS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

// One line of available_filter_functions; views into AvailableFunctions::text.
struct FtraceEntry {
  std::string_view name;
  std::string_view module;  // empty for the core kernel
};

struct AvailableFunctions {
  std::string text;
  std::vector<FtraceEntry> entries;  // in the kernel's order
};

// A path below tracefs, wherever that is mounted (/sys/kernel/tracing, else the debugfs place).
std::string tracefs_path(std::string_view name);

// Splits the text of available_filter_functions. Moves the text in; entries point into it.
AvailableFunctions parse_available_functions(std::string text);

// Errors: tracefs not mounted or not readable (needs root).
Expected<AvailableFunctions> read_available_functions();

// How many functions have a tracer attached now: lines of enabled_functions. Errors: as above.
Expected<int64_t> count_enabled_functions();

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_TRACEFS_H_
