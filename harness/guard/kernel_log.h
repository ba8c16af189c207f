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

// Whether a line says that a grace period of RCU Tasks takes long and is still waited for. The
// kernel prints it from ten seconds on at the level of information (rcu_tasks_wait_gp(),
// kernel/rcu/tasks.h; rcupdate.rcu_task_stall_info in its list of parameters), and reports a stall
// after ten minutes. Attaching thousands of links one by one was seen to bring it about.
bool is_notice(std::string_view line);

// Lines of the kernel log, each with the kernel's time stamp, at most a hundred of a kind.
struct KernelLines {
  std::vector<std::string> alarms;   // is_alarming(), or said to be lost
  std::vector<std::string> notices;  // is_notice()
};

// Follows /dev/kmsg from the moment it is opened.
class KernelLog {
 public:
  // Errors: no permission.
  static Expected<KernelLog> open();

  // What was said since the last call. Lines that were overwritten before they could be read are
  // one alarm.
  KernelLines take();

 private:
  explicit KernelLog(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_GUARD_KERNEL_LOG_H_
