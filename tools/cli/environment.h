// Where a verb runs and whom it talks to: the same verbs serve the command line on a host and the
// init of a guest.
#ifndef TRAMPCHECK_TOOLS_CLI_ENVIRONMENT_H_
#define TRAMPCHECK_TOOLS_CLI_ENVIRONMENT_H_

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

struct Environment {
  bool guest = false;  // in a machine of our own: attaching needs no --here
  std::vector<std::string> argv;
  std::string domain;                        // of a guest; empty: find out
  std::optional<VmInfo> vm;                  // of a guest
  std::optional<std::string> kernel_config;  // of a guest, where the host knows it

  std::function<void(std::string_view text)> print;  // stdout
  std::function<void(std::string_view line)> warn;   // stderr, one line
  std::function<void(const std::string& what, size_t done, size_t of)> progress;
  // A guest hands its result to the host; on a host it is empty, and verbs write files.
  std::function<void(const std::string& json, bool final)> deliver;
  // Ends the process at once after a hang (the guest powers off).
  std::function<void(Exit)> abandon;
  const std::atomic<bool>* interrupted = nullptr;
};

// Prints the error's one line and returns its exit status.
int fail(const Environment& environment, const Error& error);

// The flag that SIGINT and SIGTERM set once they are caught.
const std::atomic<bool>& interrupt_flag();

// From here on the first SIGINT or SIGTERM sets the flag; the second of a kind ends the process.
void catch_interrupts();

// Whether some of the output of host_environment's `print` was lost, which has been warned of. A
// reader that went away (EPIPE) does not count.
bool output_failed();

// The environment of a plain process. Opens /dev/null for those of fds 0 to 2 that are closed, and
// ignores SIGPIPE.
Environment host_environment(std::vector<std::string> argv);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_ENVIRONMENT_H_
