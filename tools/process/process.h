// Child processes: each in a process group of its own, bounded in time and output, and never
// outliving us.
#ifndef TRAMPCHECK_TOOLS_PROCESS_PROCESS_H_
#define TRAMPCHECK_TOOLS_PROCESS_PROCESS_H_

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

// How a child came to its end.
struct ExitState {
  int status = 0;  // exit status; 0 where a signal ended it
  int signal = 0;  // the signal that ended it; 0 where it exited
  bool ok() const { return status == 0 && signal == 0; }
};

struct StartOptions {
  std::string folder;            // working folder; empty: ours
  std::vector<std::string> env;  // NAME=VALUE, added to our environment
  bool pipe_stdin = false;       // else the child reads /dev/null
  std::string stdout_path;       // write stdout to this new file instead of a pipe
};

// One running child, the leader of its own group. Whatever of the group is left is killed when
// the owner goes, or when the thread that started it dies.
class Process {
 public:
  // Errors: errno of pipe, fork, open or exec ("cannot run qemu: No such file or directory").
  static Expected<Process> start(const std::vector<std::string>& argv, const StartOptions& options);

  Process(Process&& other) noexcept;
  Process& operator=(Process&&) = delete;
  ~Process();

  pid_t pid() const { return pid_; }
  Fd& stdin_pipe() { return stdin_; }
  Fd& stdout_pipe() { return stdout_; }
  Fd& stderr_pipe() { return stderr_; }

  // How it ended, once it has; nothing while it runs. Kills what is left of the group.
  std::optional<ExitState> poll_exit();

  // Waits for the end. Nothing at the deadline: the child still runs.
  std::optional<ExitState> wait(double deadline_s);

  // Sends a signal to the whole group; harmless after the end.
  void signal_group(int signal) const;

 private:
  Process() = default;

  pid_t pid_ = -1;
  std::optional<ExitState> exit_;
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
};

// What a finished child left.
struct Finished {
  ExitState exit;
  bool timed_out = false;  // it was killed at the deadline
  std::string out;
  std::string err;
  bool ok() const { return exit.ok() && !timed_out; }
};

// Runs a command to its end, or kills its group at the deadline. A command that fails is no
// Error: look at Finished. Errors: it could not be started; errno of poll.
Expected<Finished> run_process(const std::vector<std::string>& argv, const RunOptions& options);

// "exited with status 2", "was killed by signal 9", "was stopped after 60 s".
std::string describe_end(const Finished& finished, const RunOptions& options);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_PROCESS_PROCESS_H_
