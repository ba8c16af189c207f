// A verb and its arguments on their way into a guest.
#ifndef TRAMPCHECK_TOOLS_CLI_GUEST_COMMAND_H_
#define TRAMPCHECK_TOOLS_CLI_GUEST_COMMAND_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/attach/external.h"
#include "results/base/expected.h"

namespace trampcheck {

struct GuestCommand {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> files;  // path in the guest, content
  bool makes_result = false;                               // `run`: delivers a result file
  bool makes_set = false;                                  // `select`: delivers a set
  bool prints_set = false;  // `select`: delivers a set that goes to stdout where no file is named
  uint64_t seed = 1;
  int64_t phase_timeout_s = 0;
  std::vector<const External*> commands;  // of somebody else, named by --mechanism
  std::string help;                       // asked for after `--`: printed here, without a guest
};

// Checks the verb's arguments as the guest will, so that a wrong one costs no boot, and takes along
// the files that they name with @FILE. Errors (kUsage): no such verb in a guest, wrong arguments, a
// file that cannot be read.
Expected<GuestCommand> prepare_guest_command(const std::vector<std::string>& command);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_GUEST_COMMAND_H_
