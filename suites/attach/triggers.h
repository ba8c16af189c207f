// Functions that can be made to run a known number of times.
#ifndef TRAMPCHECK_SUITES_ATTACH_TRIGGERS_H_
#define TRAMPCHECK_SUITES_ATTACH_TRIGGERS_H_

#include <span>
#include <string_view>

namespace trampcheck {

struct Trigger {
  const char* function;  // of the kernel
  void (*call)();        // runs it exactly once, and changes nothing that lasts
};

// System calls that neither the C library nor this program makes by itself.
std::span<const Trigger> triggers();

// The trigger of a function, or null.
const Trigger* find_trigger(std::string_view function);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_TRIGGERS_H_
