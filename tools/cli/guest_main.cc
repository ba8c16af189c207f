#include "tools/cli/guest_main.h"

#include <fmt/format.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "results/base/file.h"
#include "tools/cli/verbs.h"

namespace trampcheck {
namespace {

std::optional<std::string> read_config(const Job& job) {
  if (job.kernel_config_path.empty()) return std::nullopt;
  auto text = read_file(job.kernel_config_path);
  if (!text) return std::nullopt;
  return std::move(*text);
}

}  // namespace

int run_guest_job(const Job& job, GuestChannel& channel) {
  Environment environment;
  environment.guest = true;
  environment.argv = job.argv;
  environment.domain = job.domain;
  environment.vm = job.vm;
  environment.kernel_config = read_config(job);
  environment.print = [&](std::string_view text) { channel.output(text); };
  environment.warn = [&](std::string_view line) {
    channel.log(fmt::format("{}{}", kGuestWarning, line));
  };
  environment.progress = [&](const std::string& what, size_t done, size_t of) {
    channel.progress(fmt::format("{}\t{}\t{}", what, done, of));
  };
  environment.deliver = [&](const std::string& json, bool final) {
    final ? channel.result(json) : channel.snapshot(json);
  };
  environment.abandon = [&](Exit status) {
    channel.exit(static_cast<int>(status));
    reboot(RB_POWER_OFF);
  };
  return run_command_line(environment);
}

}  // namespace trampcheck
