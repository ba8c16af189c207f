// A child process that cannot outlive its owner.
#ifndef TRAMPCHECK_TOOLS_VM_PROCESS_H_
#define TRAMPCHECK_TOOLS_VM_PROCESS_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

struct Pipe {
  Fd read_end;
  Fd write_end;
};

// A pipe with close-on-exec ends; its reading end does not block. `wanted_bytes` is how much it
// should hold; it may hold less.
Expected<Pipe> make_pipe(int wanted_bytes = 0);

// Where a program lies on PATH, or nothing.
std::optional<std::string> find_program(const std::string& name);

// How a process ended.
struct ExitState {
  int status = 0;  // exit status, where signal is 0
  int signal = 0;
};

// Owns one child: kills it by its id and reaps it when it goes. The child is in a process group of
// its own, so that Ctrl-C on the terminal reaches only us, and is killed by the kernel should the
// thread that started it end: start and keep it in one thread.
class ChildProcess {
 public:
  // `fds`: {ours, number in the child}; everything else is closed there. The numbers in the child
  // must be different; standard streams not listed are /dev/null.
  static Expected<ChildProcess> start(const std::vector<std::string>& argv,
                                      const std::vector<std::pair<int, int>>& fds);

  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)),
        pidfd_(std::move(other.pidfd_)),
        state_(other.state_) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess() { kill_and_wait(); }

  pid_t pid() const { return pid_; }
  int pidfd() const { return pidfd_.get(); }  // readable once the child has ended

  // How it ended, if it has; does not wait.
  std::optional<ExitState> ended();

  // SIGKILL, then waits. Nothing happens to a child that has ended.
  ExitState kill_and_wait();

 private:
  explicit ChildProcess(pid_t pid);
  std::optional<ExitState> reap(int options);

  pid_t pid_ = -1;
  Fd pidfd_;
  std::optional<ExitState> state_;
};

// Runs a program to its end and returns its standard output and error together.
// Errors: it could not be started, took longer than `limit_ms`, or failed.
Expected<std::string> output_of(const std::vector<std::string>& argv, int64_t limit_ms);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_PROCESS_H_
