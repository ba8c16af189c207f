// Functions that must not be attached to in numbers, each with the reason.
#ifndef TRAMPCHECK_HARNESS_KERNEL_DENY_H_
#define TRAMPCHECK_HARNESS_KERNEL_DENY_H_

#include <span>
#include <string_view>

namespace trampcheck {

struct DenyEntry {
  const char* pattern;
  const char* why;
};

// The whole table, for `select --explain` and the documentation.
std::span<const DenyEntry> deny_table();

// The entry that denies this function, or null.
const DenyEntry* find_denied(std::string_view function);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_DENY_H_
