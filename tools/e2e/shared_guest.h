// One guest a series for all tests that only look: booted when the first of them asks.
#ifndef TRAMPCHECK_TOOLS_E2E_SHARED_GUEST_H_
#define TRAMPCHECK_TOOLS_E2E_SHARED_GUEST_H_

#include <string>

#include "tools/e2e/guest.h"

namespace trampcheck {

// The first command of each: the run that the attach tests look at.
Command attach_command();

// What each guest does after it, in this order; kCommands is their number.
enum SharedCommand {
  kProbe,          // probe --json
  kExplain,        // select --explain --functions 'tcp_*'
  kSampleOnce,     // select --functions 'vfs_*' --sample 20 --seed 7
  kSampleAgain,    // the same
  kSampleOther,    // the same with seed 8
  kNoMatch,        // a glob that matches nothing
  kDenied,         // do_exit by name
  kTestFunctions,  // fexit on bpf_fentry_test*
  kSentinel,       // functions that nobody can call
  kFromSet,        // run with a set that was made on 6.12
  kSelectSet,      // select with it
  kHideBtf,
  kWithoutBtf,
  kShowBtf,
  kFullDisk,
  kReadOnlyDisk,
  kCommands,
};

// How the guest of a series is booted.
GuestOptions shared_options(const std::string& series);

const Guest& shared_guest(const std::string& series);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_E2E_SHARED_GUEST_H_
