#include "tools/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace trampcheck {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  Fd read_end;
  Fd write_end;
};

Expected<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno_error(errno, "cannot make a pipe");
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

// All that the child needs, made before the fork: after it, only async-signal-safe calls are
// allowed, because other threads may hold the allocator's lock.
struct Launch {
  std::vector<char*> argv;
  std::vector<char*> envp;
  const char* folder = nullptr;
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  int failure_fd = -1;
  pid_t parent = 0;
};

[[noreturn]] void fail_child(const Launch& launch) {
  int code = errno;
  [[maybe_unused]] ssize_t put = write(launch.failure_fd, &code, sizeof code);
  _exit(127);
}

// dup2 onto itself keeps FD_CLOEXEC, so that case must clear the flag.
bool place(int from, int onto) {
  return from == onto ? fcntl(from, F_SETFD, 0) == 0 : dup2(from, onto) >= 0;
}

[[noreturn]] void run_child(const Launch& launch) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127);  // we died before the prctl
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  if (launch.folder && chdir(launch.folder) != 0) fail_child(launch);
  if (!place(launch.stdin_fd, 0) || !place(launch.stdout_fd, 1) || !place(launch.stderr_fd, 2)) {
    fail_child(launch);
  }
  execvpe(launch.argv[0], launch.argv.data(), launch.envp.data());
  fail_child(launch);
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (const auto& string : strings) list.push_back(const_cast<char*>(string.c_str()));
  list.push_back(nullptr);
  return list;
}

std::vector<char*> environment(const std::vector<std::string>& added) {
  std::vector<char*> list;
  auto replaced = [&](std::string_view have) {
    std::string_view name = have.substr(0, have.find('='));
    for (std::string_view add : added) {
      if (add.substr(0, add.find('=')) == name) return true;
    }
    return false;
  };
  for (char** entry = environ; *entry; ++entry) {
    if (!replaced(*entry)) list.push_back(*entry);
  }
  for (char* add : pointers(added)) list.push_back(add);
  return list;
}

// The errno that the child sent before exec, or 0: exec succeeded and closed the pipe.
int read_failure(int fd) {
  int code = 0;
  ssize_t got;
  do {
    got = read(fd, &code, sizeof code);
  } while (got < 0 && errno == EINTR);
  return got == sizeof code ? code : 0;
}

Expected<Fd> open_for_child(const std::string& path, int flags) {
  Fd fd(open(path.c_str(), flags | O_CLOEXEC, 0644));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot open {}", path));
  return fd;
}

}  // namespace

Expected<Process> Process::start(const std::vector<std::string>& argv,
                                 const StartOptions& options) {
  auto in = make_pipe();
  if (!in) return in.error();
  auto out = make_pipe();
  if (!out) return out.error();
  auto err = make_pipe();
  if (!err) return err.error();
  auto failure = make_pipe();
  if (!failure) return failure.error();
  if (!options.pipe_stdin) {
    auto null = open_for_child("/dev/null", O_RDONLY);
    if (!null) return null.error();
    in->read_end = *std::move(null);
    in->write_end.reset();
  }
  if (!options.stdout_path.empty()) {
    auto file = open_for_child(options.stdout_path, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file) return file.error();
    out->write_end = *std::move(file);
  }

  Launch launch{.argv = pointers(argv), .envp = environment(options.env)};
  launch.folder = options.folder.empty() ? nullptr : options.folder.c_str();
  launch.stdin_fd = in->read_end.get();
  launch.stdout_fd = out->write_end.get();
  launch.stderr_fd = err->write_end.get();
  launch.failure_fd = failure->write_end.get();
  launch.parent = getpid();

  Process process;
  process.pid_ = fork();
  if (process.pid_ < 0) return errno_error(errno, fmt::format("cannot run {}", argv[0]));
  if (process.pid_ == 0) run_child(launch);
  setpgid(process.pid_, process.pid_);  // both sides do it: whichever comes first
  failure->write_end.reset();
  if (int code = read_failure(failure->read_end.get()); code != 0) {
    return errno_error(code, fmt::format("cannot run {}", argv[0]));
  }
  process.stdin_ = std::move(in->write_end);
  process.stdout_ = std::move(out->read_end);
  process.stderr_ = std::move(err->read_end);
  return process;
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      exit_(other.exit_),
      stdin_(std::move(other.stdin_)),
      stdout_(std::move(other.stdout_)),
      stderr_(std::move(other.stderr_)) {}

Process::~Process() {
  if (pid_ <= 0 || exit_) return;
  signal_group(SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Process::signal_group(int signal) const {
  if (pid_ > 0 && !exit_) kill(-pid_, signal);
}

std::optional<ExitState> Process::poll_exit() {
  if (exit_ || pid_ <= 0) return exit_;
  // Look first and reap later: until it is reaped its number cannot be taken by a stranger, so
  // killing the rest of the group is safe.
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    return std::nullopt;
  }
  signal_group(SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  exit_ = WIFSIGNALED(status) ? ExitState{0, WTERMSIG(status)} : ExitState{WEXITSTATUS(status), 0};
  return exit_;
}

std::optional<ExitState> Process::wait(double deadline_s) {
  auto end = Clock::now() + std::chrono::duration<double>(deadline_s);
  for (;;) {
    if (auto exit = poll_exit()) return exit;
    if (Clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace trampcheck
