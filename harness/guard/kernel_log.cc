#include "harness/guard/kernel_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iterator>

namespace trampcheck {
namespace {

constexpr size_t kLinesKept = 100;
constexpr size_t kRecordBytes = 8192;
constexpr size_t kRecordsRead = 1'000'000;

constexpr std::string_view kAlarms[] = {
    "[ ftrace bug ]",
    "ftrace failed to modify",
    "ftrace faulted on",
    "WARNING:",
    "BUG:",
    "kernel BUG at",
    "int3: 0000",
    "Missing ENDBR",
    "stack guard page was hit",
    "double fault",
    "general protection fault",
    "Oops",
    "KASAN",
    "KCSAN",
    "UBSAN",
    "refcount_t:",
    "percpu ref",
    "bpf_trampoline_unlink_prog failed",
    "rcu_tasks detected stalls",
    "tasks_rcu_exit_srcu_stall",
    "blocked for more than",
    "soft lockup",
    "hard LOCKUP",
    "detected stall",
    "self-detected stall",
    "possible recursive locking",
    "circular locking",
    "suspicious RCU usage",
    "sleeping function called from invalid context",
    "scheduling while atomic",
    "Failed to allocate working array",
    "unreferenced object",
    "Out of memory: Killed process",
};

// Said while the kernel waits; tasks_rcu_exit_srcu_stall, of a task that hangs while it exits, is
// none of these.
constexpr std::string_view kNotices[] = {"rcu_tasks_wait_gp: "};

template <size_t kCount>
bool has_any(std::string_view line, const std::string_view (&texts)[kCount]) {
  return std::any_of(std::begin(texts), std::end(texts), [&](std::string_view text) {
    return line.find(text) != std::string_view::npos;
  });
}

void keep(std::vector<std::string>& lines, std::string line) {
  if (lines.size() < kLinesKept) lines.push_back(std::move(line));
}

// "6,1234,5678901,-;text\n continuation" -> "[5.678901] text". Empty for what is no record.
std::string format_record(std::string_view record) {
  size_t semicolon = record.find(';');
  size_t first = record.find(',');
  size_t second = first == std::string_view::npos ? first : record.find(',', first + 1);
  if (semicolon == std::string_view::npos || second == std::string_view::npos || second > semicolon)
    return "";
  uint64_t microseconds = 0;
  std::from_chars(record.data() + second + 1, record.data() + semicolon, microseconds);
  std::string_view text = record.substr(semicolon + 1);
  text = text.substr(0, text.find('\n'));
  return fmt::format("[{}.{:06}] {}", microseconds / 1'000'000, microseconds % 1'000'000, text);
}

}  // namespace

bool is_alarming(std::string_view line) { return has_any(line, kAlarms); }

bool is_notice(std::string_view line) { return !is_alarming(line) && has_any(line, kNotices); }

Expected<KernelLog> KernelLog::open() {
  Fd fd(::open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, "cannot open /dev/kmsg", "run as root");
  if (lseek(fd.get(), 0, SEEK_END) < 0) return errno_error(errno, "cannot seek in /dev/kmsg");
  return KernelLog(std::move(fd));
}

KernelLines KernelLog::take() {
  KernelLines lines;
  std::array<char, kRecordBytes> buffer{};
  // One read is one record; EPIPE says that some were overwritten.
  // All are read, so that what is left cannot be taken for the next caller's.
  for (size_t records = 0; records < kRecordsRead; ++records) {
    ssize_t got = read(fd_.get(), buffer.data(), buffer.size());
    const bool lost = got < 0 && errno == EPIPE;
    if (got <= 0 && !lost) break;
    std::string line = lost ? "(kernel log lines were lost: the ring buffer overflowed)"
                            : format_record({buffer.data(), static_cast<size_t>(got)});
    if (lost || is_alarming(line)) {
      keep(lines.alarms, std::move(line));
    } else if (is_notice(line)) {
      keep(lines.notices, std::move(line));
    }
  }
  return lines;
}

}  // namespace trampcheck
