// The attach suite: every chosen function attached and detached by each mechanism, phase by phase.
#ifndef TRAMPCHECK_SUITES_ATTACH_SUITE_H_
#define TRAMPCHECK_SUITES_ATTACH_SUITE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/attach/mechanism.h"
#include "harness/kernel/select.h"
#include "harness/measure/command.h"
#include "results/model/model.h"

namespace trampcheck {

inline constexpr uint64_t kWholeSet = UINT64_MAX;

// A mechanism's phases in the order they run.
std::vector<std::string> attach_phases(const Mechanism& mechanism);

struct AttachOptions {
  Selection selection;
  std::vector<const Mechanism*> mechanisms;
  int rounds = 5;
  int warmup = 0;
  double phase_timeout_s = 300;
  double quiesce_timeout_s = 30;
  uint64_t seed = 1;
  bool per_function = false;
  // Measure at these sizes instead of the whole set, each a prefix of the next; kWholeSet is all.
  std::vector<uint64_t> scale;
  uint64_t per_link_limit = 1000;  // of `scale`, for mechanisms with a link for each function
  bool exit_phase = true;          // costs a further load and attach of the whole set
  bool commands = false;           // also run mechanisms that are commands of somebody else
};

// How a command came to its end.
struct CommandEnd {
  bool fine = false;       // it exited with status 0
  bool timed_out = false;  // it was killed at the deadline
  bool stopped = false;    // it was killed by Ctrl-C
  std::string how;         // "exited with status 1"
  CommandUse use;
  std::string out;
  std::string err;
};

// What the suite asks of whoever runs it.
struct AttachHooks {
  const std::atomic<bool>* interrupted = nullptr;  // Ctrl-C
  std::function<void(const std::string& line, size_t done, size_t of)> progress;
  // Called after each round with all that there is so far. Errors are the caller's to report.
  std::function<void(const RunResult& so_far)> save;
  // A phase hangs in the kernel: `so_far` says so already. Must not return.
  std::function<void(const RunResult& so_far)> give_up;
  // Runs a command in this thread's name to its end, or kills it and all that it started when
  // `deadline_s` have passed or Ctrl-C came; calls `alive` every two seconds or so. Errors: it
  // could not be started.
  std::function<Expected<CommandEnd>(const ExternalCommand& command, double deadline_s,
                                     const std::function<void()>& alive)>
      run_command;
};

// Runs everything. `context` is completed and handed back inside the result; what the kernel
// refuses or breaks is in the result's rows. Errors: nothing could be chosen or read (no root, no
// BTF).
Expected<RunResult> run_attach(const AttachOptions& options, Context context,
                               const AttachHooks& hooks);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_SUITE_H_
