#include "tools/vm/guest_setup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace trampcheck {
namespace {

struct Mount {
  const char* type;
  const char* where;
};

// In this order: sysfs holds the places of the three after it.
constexpr Mount kMounts[] = {
    {"proc", "/proc"},
    {"sysfs", "/sys"},
    {"devtmpfs", "/dev"},
    {"tracefs", "/sys/kernel/tracing"},
    {"debugfs", "/sys/kernel/debug"},
    {"bpf", "/sys/fs/bpf"},
    {"tmpfs", "/tmp"},
};

// Far above the 50,000 functions of the largest kernel seen; a table of that many descriptors is
// only allocated as far as it is used.
constexpr rlim_t kFiles = 1 << 20;

bool write_text(const char* path, const std::string& text) {
  Fd fd(open(path, O_WRONLY | O_CLOEXEC));
  return fd.valid() && write_fd(fd.get(), text, path);
}

// Jiffies that any processor was not idle, from the first line of /proc/stat: user nice system idle
// iowait irq softirq steal. Negative where it cannot be read.
int64_t busy_jiffies() {
  auto text = read_file("/proc/stat");
  int64_t part[8] = {};
  if (!text || std::sscanf(text->c_str(), "cpu %ld %ld %ld %ld %ld %ld %ld %ld", &part[0], &part[1],
                           &part[2], &part[3], &part[4], &part[5], &part[6], &part[7]) != 8) {
    return -1;
  }
  return part[0] + part[1] + part[2] + part[5] + part[6];
}

void sleep_ms(int64_t ms) {
  timespec pause{ms / 1000, ms % 1000 * 1000000};
  nanosleep(&pause, nullptr);
}

// "tsc-early" gives way to "tsc" about a second after the start; its rate may still change then.
bool clock_is_provisional() {
  auto name = read_file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  return name && name->starts_with("tsc-early");
}

}  // namespace

std::vector<std::string> mount_guest_filesystems() {
  std::vector<std::string> troubles;
  for (const Mount& mount : kMounts) {
    mkdir(mount.where, 0755);  // inside sysfs it exists or cannot be made: mount() will say
    if (::mount(mount.type, mount.where, mount.type, 0, nullptr) != 0 && errno != EBUSY) {
      troubles.push_back(
          fmt::format("cannot mount {} on {}: {}", mount.type, mount.where, std::strerror(errno)));
    }
  }
  return troubles;
}

std::vector<std::string> raise_guest_limits() {
  std::vector<std::string> troubles;
  std::string files = fmt::format("{}\n", kFiles);
  for (const char* knob : {"/proc/sys/fs/nr_open", "/proc/sys/fs/file-max"}) {
    // file-max may be larger already (the kernel's default is without limit since 5.x).
    auto now = read_file(knob);
    if (now && std::strtoull(now->c_str(), nullptr, 10) >= kFiles) continue;
    if (!write_text(knob, files)) troubles.push_back(fmt::format("cannot raise {}", knob));
  }
  rlimit open_files{kFiles, kFiles};
  if (setrlimit(RLIMIT_NOFILE, &open_files) != 0) {
    troubles.push_back(fmt::format("cannot raise RLIMIT_NOFILE: {}", std::strerror(errno)));
  }
  rlimit locked{RLIM_INFINITY, RLIM_INFINITY};
  if (setrlimit(RLIMIT_MEMLOCK, &locked) != 0) {
    troubles.push_back(fmt::format("cannot raise RLIMIT_MEMLOCK: {}", std::strerror(errno)));
  }
  return troubles;
}

Expected<Fd> open_result_port(const char* path) {
  Fd port(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!port.valid()) return errno_error(errno, fmt::format("cannot open {}", path));
  termios settings{};
  if (tcgetattr(port.get(), &settings) != 0) {
    return errno_error(errno, fmt::format("{} is no terminal", path));
  }
  cfmakeraw(&settings);  // no newline translation: frames are binary
  cfsetspeed(&settings, B115200);
  settings.c_cflag |= CLOCAL;
  if (tcsetattr(port.get(), TCSANOW, &settings) != 0) {
    return errno_error(errno, fmt::format("cannot make {} raw", path));
  }
  return port;
}

int64_t wait_until_idle(int64_t limit_ms) {
  constexpr int64_t kStepMs = 200;
  constexpr int64_t kBusyAllowed = 2;  // jiffies a step; at 250 Hz a step has 50
  constexpr int kQuietSteps = 3;
  int quiet = 0;
  int64_t waited = 0;
  int64_t before = busy_jiffies();
  while (waited < limit_ms && (quiet < kQuietSteps || clock_is_provisional())) {
    sleep_ms(kStepMs);
    waited += kStepMs;
    int64_t now = busy_jiffies();
    quiet = now - before <= kBusyAllowed ? quiet + 1 : 0;
    before = now;
  }
  return waited;
}

}  // namespace trampcheck
