// What the kernel said meanwhile, and whether it is cause for alarm.
#ifndef TRAMPCHECK_HARNESS_GUARD_KERNEL_LOG_H_
#define TRAMPCHECK_HARNESS_GUARD_KERNEL_LOG_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

// Whether a line of the kernel log says that something broke (an ftrace bug, a warning in the files
// that attach, an oops, a stall, a lockdep splat ...).
bool is_alarming(std::string_view line);

// Follows /dev/kmsg from the moment it is opened.
class KernelLog {
 public:
  // Errors: no permission.
  static Expected<KernelLog> open();

  // The alarming lines since the last call, at most a hundred, each with the kernel's time stamp.
  // Lines that were overwritten before they could be read are reported as one such line.
  std::vector<std::string> take_alarms();

 private:
  explicit KernelLog(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_GUARD_KERNEL_LOG_H_
