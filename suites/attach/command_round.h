// What is made of a command's end. The round itself is the Runner's.
#ifndef TRAMPCHECK_SUITES_ATTACH_COMMAND_ROUND_H_
#define TRAMPCHECK_SUITES_ATTACH_COMMAND_ROUND_H_

#include <string>
#include <string_view>
#include <vector>

#include "suites/attach/suite.h"

namespace trampcheck {

// Errors: it was too slow, failed, did not come as far as it was to, or found no function.
Expected<void> check_command(const External& external, const CommandEnd& end,
                             const ExternalReport& report, double deadline_s);

// A function that a tool leaves out is skipped: it says so and goes on.
Counts command_counts(const ExternalReport& report);

// The last ten lines that say something, each with the program's name before it.
std::vector<std::string> last_lines(const std::string& program, std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_COMMAND_ROUND_H_
