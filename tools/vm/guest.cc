#include "tools/vm/guest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/reboot.h>
#include <sys/utsname.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/vm/guest_setup.h"

namespace trampcheck {
namespace {

constexpr const char* kResultPort = "/dev/ttyS1";
constexpr int64_t kSettleLimitMs = 10000;
constexpr int kInitFailed = static_cast<int>(Exit::kEnvironment);

// init has the console as its standard streams: this lands in the console's log.
void complain(std::string_view line) {
  std::string text = fmt::format("trampcheck init: {}\n", line);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nowhere left to say it
}

std::string hello_json() {
  utsname kernel{};
  uname(&kernel);
  auto clock = read_file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name = clock ? clock->substr(0, clock->find('\n')) : "unknown";
  nlohmann::json hello = {{"protocol", 1}, {"release", kernel.release}, {"clock_source", name}};
  return hello.dump();
}

[[noreturn]] void power_off() {
  sync();
  reboot(RB_POWER_OFF);
  // Kernels without ACPI only halt there, and return in a failed power-off. The host runs QEMU
  // with -no-reboot: a reset ends the machine as well.
  reboot(RB_AUTOBOOT);
  complain("cannot power off");
  for (;;) pause();
}

int run_job(const GuestMain& main, GuestChannel& channel) {
  auto text = read_file(kGuestJobPath);
  if (!text) {
    channel.log(text.error().text());
    return kInitFailed;
  }
  auto job = job_from_json(*text);
  if (!job) {
    channel.log(job.error().text());
    return kInitFailed;
  }
  if (!job->argv.empty() && job->argv[0] == kNothingVerb) return 0;
  return main(*job, channel);
}

}  // namespace

void GuestChannel::write(std::string_view bytes) {
  if (failed_) return;
  auto written = write_fd(port_.get(), bytes, kResultPort);
  if (!written) {
    failed_ = true;
    complain(written.error().text());
    return;
  }
  tcdrain(port_.get());
}

void GuestChannel::send(FrameType type, std::string_view payload) {
  std::lock_guard lock(mutex_);
  write(encode_frame(type, payload, sequence_++));
}

void GuestChannel::exit(int status) {
  send(FrameType::kExit, fmt::format("{{\"status\":{}}}", status));
}

void GuestChannel::raw(std::string_view bytes) {
  std::lock_guard lock(mutex_);
  write(bytes);
}

bool is_guest_init() { return getpid() == 1 && access(kGuestJobPath, R_OK) == 0; }

void guest_run(const GuestMain& main) {
  std::vector<std::string> troubles = mount_guest_filesystems();
  for (std::string& trouble : raise_guest_limits()) troubles.push_back(std::move(trouble));
  setenv("PATH", "/bin:/sbin:/usr/bin:/usr/sbin", 0);
  setenv("HOME", "/tmp", 1);
  setenv("TMPDIR", "/tmp", 0);
  auto port = open_result_port(kResultPort);
  if (!port) {
    complain(port.error().text());
    power_off();
  }
  GuestChannel channel(std::move(*port));
  channel.hello(hello_json());
  channel.log(fmt::format("settled for {} ms", wait_until_idle(kSettleLimitMs)));
  for (const std::string& trouble : troubles) channel.log(trouble);
  channel.exit(run_job(main, channel));
  power_off();
}

}  // namespace trampcheck
