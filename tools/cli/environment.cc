#include "tools/cli/environment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "results/base/file.h"
#include "results/base/line.h"
#include "tools/cli/progress.h"

namespace trampcheck {
namespace {

std::atomic<bool> interrupted = false;

std::atomic<bool> output_lost = false;

void on_signal(int) { interrupted = true; }

// A closed one would be given to the next file that is opened, and our words would end up there.
// Stdout is opened for reading only, so that writing to it fails as it should.
void open_closed_fds() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    if (open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR) != fd) return;
  }
}

// Not fmt::print, which throws where stderr cannot be written.
void warn_on_stderr(std::string_view line) {
  clear_progress();
  const std::string text = fmt::format("trampcheck: {}\n", one_line(line));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_on_stdout(std::string_view text) {
  clear_progress();
  auto written = write_fd(STDOUT_FILENO, text, "the output");
  if (written || written.error().code == EPIPE || output_lost.exchange(true)) return;
  Error error = written.error();
  error.remedy = "make room, or send it somewhere else";
  warn_on_stderr(error.text());
}

}  // namespace

int fail(const Environment& environment, const Error& error) {
  environment.warn(error.text());
  return static_cast<int>(error.exit);
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;   // without SA_RESTART: a waiting call ends and the flag is seen
  action.sa_flags = SA_RESETHAND;  // back to SIG_DFL for the next one
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool output_failed() { return output_lost; }

Environment host_environment(std::vector<std::string> argv) {
  open_closed_fds();
  signal(SIGPIPE, SIG_IGN);  // whoever reads our output may go; children get SIG_DFL back
  Environment environment;
  environment.argv = std::move(argv);
  environment.print = print_on_stdout;
  environment.warn = warn_on_stderr;
  environment.progress = show_progress;
  environment.interrupted = &interrupt_flag();
  return environment;
}

}  // namespace trampcheck
