// What a guest of ours does once it is up.
#ifndef TRAMPCHECK_TOOLS_CLI_GUEST_MAIN_H_
#define TRAMPCHECK_TOOLS_CLI_GUEST_MAIN_H_

#include <string_view>

#include "tools/vm/guest.h"

namespace trampcheck {

// Begins each line of a guest's log that is meant for the user's stderr.
inline constexpr std::string_view kGuestWarning = "trampcheck: ";

// Runs the job's verb with everything it prints, warns and delivers going to the host. Returns the
// verb's exit status.
int run_guest_job(const Job& job, GuestChannel& channel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_GUEST_MAIN_H_
