#include "tools/vm/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace trampcheck {
namespace {

// Numbers above what a child is given, so that no dup2 below treads on a source still needed.
constexpr int kParkedFrom = 100;

// Between fork and exec only async-signal-safe calls are allowed: other threads' locks may be held.
[[noreturn]] void become(char* const* argv, const std::vector<std::pair<int, int>>& fds,
                         pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // it died before the line above
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  int parked_null = fcntl(null, F_DUPFD_CLOEXEC, kParkedFrom);
  int parked[16];
  size_t count = std::min(fds.size(), std::size(parked));
  for (size_t i = 0; i < count; ++i) parked[i] = fcntl(fds[i].first, F_DUPFD_CLOEXEC, kParkedFrom);
  for (int number = 0; number < 3; ++number) dup2(parked_null, number);
  for (size_t i = 0; i < count; ++i) dup2(parked[i], fds[i].second);
  execv(argv[0], argv);
  _exit(127);
}

}  // namespace

Expected<Pipe> make_pipe(int wanted_bytes) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno_error(errno, "cannot make a pipe");
  Pipe pipe{Fd(ends[0]), Fd(ends[1])};
  // The limit for users is 1 MiB (fs.pipe-max-size); a smaller pipe works too.
  if (wanted_bytes > 0) fcntl(pipe.write_end.get(), F_SETPIPE_SZ, wanted_bytes);
  fcntl(pipe.read_end.get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

std::optional<std::string> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    size_t colon = std::min(rest.find(':'), rest.size());
    std::string candidate = fmt::format("{}/{}", rest.substr(0, colon), name);
    if (colon > 0 && access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return std::nullopt;
}

ChildProcess::ChildProcess(pid_t pid)
    : pid_(pid), pidfd_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}

Expected<ChildProcess> ChildProcess::start(const std::vector<std::string>& argv,
                                           const std::vector<std::pair<int, int>>& fds) {
  std::vector<char*> pointers;
  for (const std::string& arg : argv) pointers.push_back(const_cast<char*>(arg.c_str()));
  pointers.push_back(nullptr);
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid < 0) return errno_error(errno, fmt::format("cannot start {}", argv[0]));
  if (pid == 0) become(pointers.data(), fds, parent);
  setpgid(pid, pid);  // whoever is first; no signal may find it in our group
  ChildProcess child(pid);
  if (!child.pidfd_.valid()) return errno_error(errno, "cannot watch a child (pidfd_open)");
  return child;
}

std::optional<ExitState> ChildProcess::reap(int options) {
  if (state_ || pid_ < 0) return state_;
  int status = 0;
  pid_t got = 0;
  do {
    got = waitpid(pid_, &status, options);
  } while (got < 0 && errno == EINTR);
  if (got == pid_) {
    state_ =
        WIFSIGNALED(status) ? ExitState{0, WTERMSIG(status)} : ExitState{WEXITSTATUS(status), 0};
  } else if (got < 0) {
    state_ = ExitState{};  // ECHILD: someone ignores SIGCHLD; it is gone all the same
  }
  return state_;
}

std::optional<ExitState> ChildProcess::ended() { return reap(WNOHANG); }

ExitState ChildProcess::kill_and_wait() {
  if (pid_ < 0) return {};
  // Not reaped yet, so the id is still its own.
  if (!ended()) kill(pid_, SIGKILL);
  return reap(0).value_or(ExitState{});
}

Expected<std::string> output_of(const std::vector<std::string>& argv, int64_t limit_ms) {
  auto pipe = make_pipe();
  if (!pipe) return pipe.error();
  auto child = ChildProcess::start(
      argv, {{pipe->write_end.get(), STDOUT_FILENO}, {pipe->write_end.get(), STDERR_FILENO}});
  if (!child) return child.error();
  pipe->write_end.reset();
  pollfd waited{child->pidfd(), POLLIN, 0};
  // Short outputs only: what does not fit in the pipe would keep the child waiting.
  if (poll(&waited, 1, static_cast<int>(limit_ms)) == 0) {
    return Error{ETIMEDOUT, fmt::format("{} does not answer", argv[0])};
  }
  auto state = child->kill_and_wait();
  fcntl(pipe->read_end.get(), F_SETFL, 0);
  auto text = read_fd(pipe->read_end.get(), argv[0], 1 << 20);
  if (text && (state.status != 0 || state.signal != 0)) {
    return Error{0, fmt::format("{} failed: {}", argv[0], *text)};
  }
  return text;
}

}  // namespace trampcheck
