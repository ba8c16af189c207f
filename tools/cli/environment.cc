#include "tools/cli/environment.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

#include "tools/cli/progress.h"

namespace trampcheck {
namespace {

std::atomic<bool> interrupted = false;

void on_signal(int) { interrupted = true; }

}  // namespace

int fail(const Environment& environment, const Error& error) {
  environment.warn(error.text());
  return static_cast<int>(error.exit);
}

const std::atomic<bool>& interrupt_flag() {
  static const bool installed = [] {
    struct sigaction action {};
    action.sa_handler = on_signal;  // without SA_RESTART: a waiting call ends and the flag is seen
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return true;
  }();
  (void)installed;
  return interrupted;
}

Environment host_environment(std::vector<std::string> argv) {
  Environment environment;
  environment.argv = std::move(argv);
  environment.print = [](std::string_view text) {
    clear_progress();
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  environment.warn = [](std::string_view line) {
    clear_progress();
    fmt::print(stderr, "trampcheck: {}\n", line);
  };
  environment.progress = show_progress;
  environment.interrupted = &interrupt_flag();
  return environment;
}

}  // namespace trampcheck
