// Child processes: each in a process group of its own, bounded in time and output, and never
// outliving us.
#ifndef TRAMPCHECK_TOOLS_PROCESS_PROCESS_H_
#define TRAMPCHECK_TOOLS_PROCESS_PROCESS_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"
#include "results/base/find_program.h"

namespace trampcheck {

// How a child came to its end.
struct ExitState {
  int status = 0;  // exit status; 0 where a signal ended it
  int signal = 0;  // the signal that ended it; 0 where it exited
  bool ok() const { return status == 0 && signal == 0; }
};

// What a child used up, with those of its own children that it waited for, from start to end.
struct ChildUsage {
  int64_t user_ns = 0;
  int64_t system_ns = 0;
  int64_t switches_voluntary = 0;
  int64_t switches_involuntary = 0;
};

struct Pipe {
  Fd read_end;
  Fd write_end;
};

// A pipe for what a child writes: both ends are close-on-exec, the reading one does not block.
// `wanted_bytes` is how much it should hold; it may hold less. 0: the kernel's default.
Expected<Pipe> make_pipe(int wanted_bytes = 0);

// A descriptor of ours that a child is given at a number of its own.
struct GivenFd {
  int ours = -1;
  int number = -1;
};

struct StartOptions {
  std::string folder;            // working folder; empty: ours
  std::vector<std::string> env;  // NAME=VALUE, added to our environment
  bool pipe_stdin = false;       // else the child reads /dev/null
  std::string stdout_path;       // write stdout to this file instead of a pipe
  std::vector<GivenFd> fds;      // beside the three standard streams; all others are closed there
};

// One running child, the leader of its own group. Whatever of the group is left is killed when
// the owner goes; the kernel kills the leader should the thread that started it end.
class Process {
 public:
  // Errors: errno of pipe, fork, open or exec ("cannot run qemu: No such file or directory").
  static Expected<Process> start(const std::vector<std::string>& argv, const StartOptions& options);

  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }
  int pidfd() const { return pidfd_.get(); }  // readable once the child has ended

  // Our ends. Reading does not block.
  Fd& stdin_pipe() { return stdin_; }
  Fd& stdout_pipe() { return stdout_; }
  Fd& stderr_pipe() { return stderr_; }

  // How it ended, once it has; nothing while it runs. Kills what is left of the group.
  std::optional<ExitState> poll_exit();

  // Nought until poll_exit() has said how it ended.
  const ChildUsage& usage() const { return usage_; }

  // Waits for the end. Nothing at the deadline: the child still runs.
  std::optional<ExitState> wait(double deadline_s);

  // SIGKILL for the whole group, then waits. Nothing happens to a child that has ended.
  ExitState kill_and_wait();

  // Sends a signal to the whole group; harmless after the end.
  void signal_group(int signal) const;

 private:
  Process() = default;

  pid_t pid_ = -1;
  Fd pidfd_;
  std::optional<ExitState> exit_;
  ChildUsage usage_;
  Fd stdin_;
  Fd stdout_;
  Fd stderr_;
};

struct RunOptions {
  StartOptions start;
  double deadline_s = 60;
  std::string stdin_bytes;              // given to the child where not empty
  size_t output_limit_bytes = 1 << 20;  // of each stream: the last bytes are kept
  // Called with each whole line of stdout, without its end; the line is then not kept.
  std::function<void(std::string_view line)> on_stdout_line;
  // Looked at while it runs, at least once a second: once set, the group is killed.
  const std::atomic<bool>* stop = nullptr;
  std::function<void()> on_turn;  // called as often
};

// What a finished child left.
struct Finished {
  ExitState exit;
  bool timed_out = false;  // it was killed at the deadline
  bool stopped = false;    // it was killed because `stop` was set
  ChildUsage usage;
  std::string out;
  std::string err;
  bool ok() const { return exit.ok() && !timed_out && !stopped; }
};

// Runs a command to its end, or kills its group at the deadline. A command that fails is no
// Error: look at Finished. Errors: it could not be started; errno of poll.
Expected<Finished> run_process(const std::vector<std::string>& argv, const RunOptions& options);

// "exited with status 2", "was killed by signal 9", "was stopped after 60 s".
std::string describe_end(const Finished& finished, const RunOptions& options);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_PROCESS_PROCESS_H_
