#include "tools/cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace trampcheck {
namespace {

constexpr size_t kBarColumns = 24;
bool line_is_shown = false;

// Not fmt::print, which throws where stderr cannot be written.
void put(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

bool to_terminal() {
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  return terminal;
}

size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(const std::string& what, size_t done, size_t of, size_t columns) {
  std::string line = what;
  if (of > 0) {
    const size_t filled = std::min(done, of) * kBarColumns / of;
    line = fmt::format("{:<40} [{:#<{}}{:-<{}}] {}/{}", what, "", filled, "", kBarColumns - filled,
                       done, of);
  }
  if (line.size() >= columns) line.resize(columns == 0 ? 0 : columns - 1);
  return line;
}

void show_progress(const std::string& what, size_t done, size_t of) {
  if (!to_terminal()) return;
  put("\r\033[K" + progress_line(what, done, of, terminal_columns()));
  line_is_shown = true;
}

void clear_progress() {
  if (!line_is_shown) return;
  put("\r\033[K");
  line_is_shown = false;
}

}  // namespace trampcheck
