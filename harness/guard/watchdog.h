// A deadline for each phase. A phase may hang inside a system call that no signal ends, so that
// only another thread can tell.
#ifndef TRAMPCHECK_HARNESS_GUARD_WATCHDOG_H_
#define TRAMPCHECK_HARNESS_GUARD_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace trampcheck {

class Watchdog {
 public:
  // `on_timeout(phase)` runs on the watchdog's thread when a phase is over its time; it is expected
  // to save what there is and end the process.
  explicit Watchdog(std::function<void(const std::string& phase)> on_timeout);
  ~Watchdog();

  // Starts the clock for a phase; a later call takes its place.
  void arm(std::string phase, double limit_s);
  void disarm();

 private:
  void watch();

  std::function<void(const std::string&)> on_timeout_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string phase_;
  std::chrono::steady_clock::time_point deadline_;
  bool armed_ = false;
  bool ending_ = false;
  std::thread thread_;
};

// Where each thread of this process stands in the kernel, and then every other task that waits
// without being interruptible, equal stacks once: a kernel worker may hold what this process waits
// for. From /proc/*/task/*/stack (root only).
std::string kernel_stacks();

// The state letter of /proc/*/stat ("7 (a) b) D 2 ..." -> 'D'), or a blank. The name may hold
// anything (proc(5)).
char task_state(std::string_view stat);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_GUARD_WATCHDOG_H_
