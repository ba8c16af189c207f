#include "tools/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

namespace trampcheck {
namespace {

using Clock = std::chrono::steady_clock;

Expected<Pipe> blocking_pipe() {
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
  std::vector<GivenFd> fds;
  int parked_from = 0;  // above all numbers in `fds`
  int failure_fd = -1;
  pid_t parent = 0;
};

[[noreturn]] void fail_child(const Launch& launch) {
  int code = errno;
  [[maybe_unused]] ssize_t put = write(launch.failure_fd, &code, sizeof code);
  _exit(127);
}

// Above all numbers that the child is given, so that no dup2 treads on a source still needed.
int park(const Launch& launch, int fd) {
  int parked = fcntl(fd, F_DUPFD_CLOEXEC, launch.parked_from);
  if (parked < 0) fail_child(launch);
  return parked;
}

void place_fds(Launch& launch) {
  // What we inherited ourselves may lack the flag. Linux 5.11; older ones pass such ones on.
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  launch.failure_fd = park(launch, launch.failure_fd);
  for (GivenFd& fd : launch.fds) fd.ours = park(launch, fd.ours);
  for (const GivenFd& fd : launch.fds) {
    if (dup2(fd.ours, fd.number) < 0) fail_child(launch);
  }
}

[[noreturn]] void run_child(Launch& launch) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127);  // we died before the prctl
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  if (launch.folder && chdir(launch.folder) != 0) fail_child(launch);
  place_fds(launch);
  execvpe(launch.argv[0], launch.argv.data(), launch.envp.data());
  fail_child(launch);
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> list;
  list.reserve(strings.size() + 1);
  for (const auto& string : strings) list.push_back(const_cast<char*>(string.c_str()));
  list.push_back(nullptr);
  return list;
}

std::vector<char*> environment(const std::vector<std::string>& added) {
  std::vector<char*> list;
  auto replaced = [&](std::string_view have) {
    std::string_view name = have.substr(0, have.find('='));
    return std::any_of(added.begin(), added.end(),
                       [&](std::string_view add) { return add.substr(0, add.find('=')) == name; });
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

ChildUsage to_usage(const rusage& raw) {
  auto ns = [](const timeval& time) { return time.tv_sec * 1'000'000'000 + time.tv_usec * 1000; };
  return {ns(raw.ru_utime), ns(raw.ru_stime), raw.ru_nvcsw, raw.ru_nivcsw};
}

// Where we were started with SIGCHLD ignored, the kernel reaps children by itself: a quick one
// would be gone, and its number perhaps a stranger's, before it can be watched.
void keep_children_waitable() {
  struct sigaction action {};
  if (sigaction(SIGCHLD, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) return;
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, nullptr);
}

}  // namespace

Expected<Pipe> make_pipe(int wanted_bytes) {
  auto pipe = blocking_pipe();
  if (!pipe) return pipe;
  // The limit for users is 1 MiB (fs.pipe-max-size); a smaller pipe works too.
  if (wanted_bytes > 0) fcntl(pipe->write_end.get(), F_SETPIPE_SZ, wanted_bytes);
  fcntl(pipe->read_end.get(), F_SETFL, O_NONBLOCK);
  return pipe;
}

Expected<Process> Process::start(const std::vector<std::string>& argv,
                                 const StartOptions& options) {
  auto in = blocking_pipe();
  if (!in) return in.error();
  auto out = make_pipe();
  if (!out) return out.error();
  auto err = make_pipe();
  if (!err) return err.error();
  auto failure = blocking_pipe();
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
  launch.fds = {{in->read_end.get(), STDIN_FILENO},
                {out->write_end.get(), STDOUT_FILENO},
                {err->write_end.get(), STDERR_FILENO}};
  launch.fds.insert(launch.fds.end(), options.fds.begin(), options.fds.end());
  for (const GivenFd& fd : launch.fds) {
    launch.parked_from = std::max(launch.parked_from, fd.number + 1);
  }
  launch.failure_fd = failure->write_end.get();
  launch.parent = getpid();

  keep_children_waitable();
  Process process;
  process.pid_ = fork();
  if (process.pid_ < 0) return errno_error(errno, fmt::format("cannot run {}", argv[0]));
  if (process.pid_ == 0) run_child(launch);
  setpgid(process.pid_, process.pid_);  // both sides do it: whichever comes first
  failure->write_end.reset();
  if (int code = read_failure(failure->read_end.get()); code != 0) {
    return errno_error(code, fmt::format("cannot run {}", argv[0]));
  }
  process.pidfd_ = Fd(static_cast<int>(syscall(SYS_pidfd_open, process.pid_, 0)));
  if (!process.pidfd_.valid()) return errno_error(errno, "cannot watch a child (pidfd_open)");
  process.stdin_ = std::move(in->write_end);
  process.stdout_ = std::move(out->read_end);
  process.stderr_ = std::move(err->read_end);
  return process;
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::move(other.pidfd_)),
      exit_(other.exit_),
      usage_(other.usage_),
      stdin_(std::move(other.stdin_)),
      stdout_(std::move(other.stdout_)),
      stderr_(std::move(other.stderr_)) {}

Process::~Process() { kill_and_wait(); }

void Process::signal_group(int signal) const {
  if (pid_ > 0 && !exit_) kill(-pid_, signal);
}

std::optional<ExitState> Process::poll_exit() {
  if (exit_ || pid_ <= 0) return exit_;
  // Look first and reap later: until it is reaped its number cannot be taken by a stranger, so
  // killing the rest of the group is safe.
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    exit_ = ExitState{};  // ECHILD: we were started with SIGCHLD ignored; it is gone all the same
    return exit_;
  }
  if (info.si_pid == 0) return std::nullopt;
  signal_group(SIGKILL);
  int status = 0;
  rusage used{};
  while (wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {
  }
  usage_ = to_usage(used);
  exit_ = WIFSIGNALED(status) ? ExitState{0, WTERMSIG(status)} : ExitState{WEXITSTATUS(status), 0};
  return exit_;
}

std::optional<ExitState> Process::wait(double deadline_s) {
  auto end = Clock::now() + std::chrono::duration<double>(deadline_s);
  for (;;) {
    if (auto exit = poll_exit()) return exit;
    std::chrono::duration<double, std::milli> left = end - Clock::now();
    if (left.count() <= 0) return std::nullopt;
    pollfd ended{pidfd_.get(), POLLIN, 0};
    poll(&ended, 1, static_cast<int>(std::min(left.count() + 1, 1000.0)));
  }
}

ExitState Process::kill_and_wait() {
  signal_group(SIGKILL);
  while (pid_ > 0 && !poll_exit()) {
    siginfo_t info;
    waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
  }
  return exit_.value_or(ExitState{});
}

}  // namespace trampcheck
