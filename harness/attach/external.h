// Tools that attach by themselves: commands of somebody else, which only show as whole processes.
#ifndef TRAMPCHECK_HARNESS_ATTACH_EXTERNAL_H_
#define TRAMPCHECK_HARNESS_ATTACH_EXTERNAL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/kernel/select.h"
#include "results/base/expected.h"

namespace trampcheck {

struct ExternalCommand {
  std::vector<std::string> argv;  // the program's name first, sought on PATH
  std::vector<std::string> env;   // NAME=VALUE, added to ours
};

// As one would type it; cut after some hundred characters, where it names many functions.
std::string command_text(const ExternalCommand& command);

// What a tool's output says.
struct ExternalReport {
  std::optional<int64_t> requested;  // functions that it set out to attach; empty: it did not say
  int64_t attached = 0;              // those that it got
  bool finished = false;             // it came as far as it was to
  std::string unsupported;           // why it cannot do this on this kernel; empty: it can
  std::string complaint;             // its last word of trouble; may be empty
};

struct External {
  const char* program;
  const char* package;  // Debian's
  // The command for what the user asked for, or for the functions chosen from it. Errors: it would
  // be longer than the system takes.
  Expected<ExternalCommand> (*command)(const Selection& selection, std::span<const Target> targets);
  ExternalReport (*report)(const std::string& out, const std::string& err);
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_EXTERNAL_H_
