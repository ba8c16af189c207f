// Where programs lie.
#ifndef TRAMPCHECK_RESULTS_BASE_FIND_PROGRAM_H_
#define TRAMPCHECK_RESULTS_BASE_FIND_PROGRAM_H_

#include <optional>
#include <string>

namespace trampcheck {

// Where a program lies on PATH, or nothing.
std::optional<std::string> find_program(const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_BASE_FIND_PROGRAM_H_
