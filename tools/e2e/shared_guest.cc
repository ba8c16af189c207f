#include "tools/e2e/shared_guest.h"

#include <map>

namespace trampcheck {
namespace {

constexpr const char* kSetSeries = "6.12";
constexpr const char* kSetPath = "/trampcheck/set";
constexpr const char* kBtfFolder = "/sys/kernel/btf";

Command words(const std::string& text) {
  Command command;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    command.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return command;
}

// Beside SharedCommand.
std::vector<Command> after_commands() {
  const std::string from_set = std::string("--functions @") + kSetPath;
  return {
      words("probe --json"),
      words("select --explain --functions tcp_*"),
      words("select --functions vfs_* --sample 20 --seed 7"),
      words("select --functions vfs_* --sample 20 --seed 7"),
      words("select --functions vfs_* --sample 20 --seed 8"),
      words("run attach --functions no_such_function_*"),
      words("run attach --functions do_exit"),
      words("run attach --mechanism fexit --functions bpf_fentry_test* --rounds 1 --skip-exit"),
      words("run attach --functions vfs_* --limit 3 --rounds 1 --skip-exit"),
      words("run attach --rounds 1 --skip-exit --limit 4 " + from_set),
      words("select " + from_set),
      {kHide, kBtfFolder},
      words("run attach --functions vfs_*"),
      {kShow, kBtfFolder},
      {kSaveOnFull},
      {kSaveOnReadOnly},
  };
}

}  // namespace

GuestOptions shared_options(const std::string& series) {
  GuestOptions options;
  options.series = series;
  options.command = attach_command();
  options.after = after_commands();
  // Of 6.12's own functions, or where that kernel is not to be had a set that is too old for it.
  std::string set = "vfs_read\nno_such_function\n";
  if (series != kSetSeries && cached_kernel(kSetSeries)) {
    const Guest& maker = shared_guest(kSetSeries);
    if (maker.after.size() > kSampleOnce) set = maker.after[kSampleOnce].delivered;
  }
  options.files = {{kSetPath, set}};
  return options;
}

Command attach_command() {
  return words(
      "run attach --mechanism fentry,fexit --functions __x64_sys_s* --limit 8 --rounds 2 "
      "--per-function");
}

const Guest& shared_guest(const std::string& series) {
  static std::map<std::string, Guest> guests;
  auto found = guests.find(series);
  if (found == guests.end())
    found = guests.emplace(series, boot_guest(shared_options(series))).first;
  return found->second;
}

}  // namespace trampcheck
