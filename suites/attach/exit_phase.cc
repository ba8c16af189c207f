#include "suites/attach/exit_phase.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "results/base/file.h"

namespace trampcheck {
namespace {

constexpr double kExitLimits = 3;  // the exit may take so many times what attaching may

struct Usage {
  int64_t cpu_ns = 0;
  int64_t switches_voluntary = 0;
  int64_t switches_involuntary = 0;
};

Usage to_usage(const rusage& raw) {
  auto ns = [](const timeval& time) { return time.tv_sec * 1'000'000'000 + time.tv_usec * 1000; };
  return {ns(raw.ru_utime) + ns(raw.ru_stime), raw.ru_nvcsw, raw.ru_nivcsw};
}

struct Pipe {
  Fd reading;
  Fd writing;
};

Expected<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno_error(errno, "cannot make a pipe");
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

// The child: attaches, reports its usage, waits for the word, goes.
[[noreturn]] void hold_and_exit(const Mechanism& mechanism, std::span<const Target> targets,
                                const std::vector<Refusal>& known, int report_fd, int word_fd) {
  auto opened = mechanism.open();
  if (!opened) _exit(1);
  (*opened)->leave_out(known);
  if (!(*opened)->load(targets, {}) || !(*opened)->attach({})) _exit(1);
  rusage raw{};
  getrusage(RUSAGE_SELF, &raw);
  const Usage usage = to_usage(raw);
  if (write(report_fd, &usage, sizeof(usage)) != sizeof(usage)) _exit(1);
  char word = 0;
  if (read(word_fd, &word, 1) < 0) _exit(1);
  _exit(0);  // no destructor runs: letting go is left to the kernel
}

// 0 once the descriptor can be read; EINTR, or ETIMEDOUT after `limit_s`.
int wait_readable(int fd, double limit_s, const std::function<void()>& alive) {
  constexpr int kSliceMs = 2000;
  pollfd ready{fd, POLLIN, 0};
  const auto limit_ms = static_cast<int64_t>(std::ceil(limit_s * 1000));
  for (int64_t waited_ms = 0; waited_ms < limit_ms; waited_ms += kSliceMs) {
    const int64_t slice_ms = std::min<int64_t>(kSliceMs, limit_ms - waited_ms);
    const int polled = poll(&ready, 1, static_cast<int>(slice_ms));
    if (polled == 1) return 0;
    if (polled < 0) return errno;
    alive();
  }
  return ETIMEDOUT;
}

void end_child(pid_t child) {
  kill(child, SIGKILL);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Expected<Reading> measure_exit(const Mechanism& mechanism, std::span<const Target> targets,
                               const std::vector<Refusal>& known, const Meter& meter,
                               double limit_s, const std::function<void()>& alive) {
  auto report = make_pipe();
  if (!report) return report.error();
  auto word = make_pipe();
  if (!word) return word.error();
  const pid_t child = fork();
  if (child < 0) return errno_error(errno, "cannot fork");
  if (child == 0) {
    word->writing.reset();  // so that a dead parent is seen as the end of the pipe
    hold_and_exit(mechanism, targets, known, report->writing.get(), word->reading.get());
  }
  report->writing.reset();
  Usage before;
  const int code = wait_readable(report->reading.get(), limit_s, alive);
  if (code == EINTR) {
    end_child(child);
    return errno_error(EINTR, "interrupted while the exiting process attached");
  }
  if (code != 0 || read(report->reading.get(), &before, sizeof(before)) != sizeof(before)) {
    end_child(child);
    return Error{ETIMEDOUT,
                 "the process that was to exit with its links did not get them attached"};
  }
  const Reading begin = meter.begin();
  word->writing.reset();
  // Only a wait with something to say in between; wait4 below has the last word. The limit is the
  // watchdog's.
  const Fd pidfd(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  if (pidfd.valid()) (void)wait_readable(pidfd.get(), limit_s * kExitLimits, alive);
  rusage raw{};
  int status = 0;
  while (wait4(child, &status, 0, &raw) < 0) {
    if (errno != EINTR) return errno_error(errno, "cannot wait for the exiting process");
  }
  Reading moved = difference(begin, meter.end());
  const Usage after = to_usage(raw);
  moved.cpu_ns = after.cpu_ns - before.cpu_ns;
  moved.switches_voluntary = after.switches_voluntary - before.switches_voluntary;
  moved.switches_involuntary = after.switches_involuntary - before.switches_involuntary;
  moved.perf.clear();  // the group counts this process, not the one that exited
  return moved;
}

}  // namespace trampcheck
