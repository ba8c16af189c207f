// One guest from its plan to its end.
#ifndef TRAMPCHECK_TOOLS_CLI_BOOT_H_
#define TRAMPCHECK_TOOLS_CLI_BOOT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "results/model/model.h"
#include "tools/cli/guest_command.h"
#include "tools/cli/verbs.h"
#include "tools/kernels/kernels.h"

namespace trampcheck {

// One boot to be done.
struct Boot {
  std::string kernel;  // as asked for
  int number = 0;
  std::string output;    // file, or empty
  bool is_many = false;  // one of several: says only where its result is
};

// How it went.
struct BootEnd {
  int status = 0;  // to exit with
  Status word = Status::kMiss;
  std::string reason;           // one line; empty where nothing is wrong
  bool harness_failed = false;  // nothing can be said of the kernel: no QEMU, damaged results
  bool saved = false;           // Boot::output holds what came of it
  std::string release;          // of the kernel, where known
  std::string package;
  std::optional<int64_t> host_wall_ms;
};

// The last part of a path; a series as it is.
std::string file_stem(const std::string& kernel);

// The image of the boot's kernel, fetched if need be; says what is wrong with a remedy.
Expected<Kernel> find_kernel(const Environment& environment, const std::string& kernel);

// Boots it, runs the command, keeps what comes of it, and says how it went.
BootEnd run_boot(const Environment& environment, const VmArgs& args, const GuestCommand& command,
                 const Boot& boot, const Kernel& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_BOOT_H_
