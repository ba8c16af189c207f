#include "tools/cli/guest_command.h"

#include <fmt/format.h>

#include "results/base/file.h"
#include "tools/cli/command_line.h"
#include "tools/cli/external.h"
#include "tools/cli/set_file.h"

namespace trampcheck {
namespace {

constexpr size_t kFileBytes = 64 << 20;
constexpr std::string_view kFunctionsIs = "--functions=";
constexpr const char* kExample = "for example: trampcheck vm --kernel 6.12 -- run attach";

Expected<void> check_verb(const std::vector<std::string>& command) {
  if (command.empty()) {
    return Error{0, "nothing to run in the guest", std::string("say it after `--`, ") + kExample,
                 Exit::kUsage};
  }
  const std::string& verb = command.front();
  if (verb == "run" || verb == "probe" || verb == "select" || verb == "list") return {};
  return Error{0, fmt::format("'{}' does not run in a guest", verb),
               "run, probe, select and list do", Exit::kUsage};
}

// Moves the file that "@PATH" names into the guest and returns "@PATH there".
Expected<std::string> take_file(const std::string& argument, GuestCommand& command) {
  if (!command.files.empty()) {
    return Error{0, "--functions takes only one @FILE", "put all names into one file",
                 Exit::kUsage};
  }
  auto text = read_file(argument.substr(1), kFileBytes);
  if (!text) {
    Error error = text.error();
    error.exit = Exit::kUsage;
    error.remedy = "make a set file with: trampcheck select -o FILE";
    return error;
  }
  // Garbage is found here, not after the boot, and named as the user named it.
  if (auto names = parse_set(*text, argument.substr(1)); !names) return names.error();
  std::string path = fmt::format("/trampcheck/file{}", command.files.size());
  command.files.emplace_back(path, std::move(*text));
  return "@" + path;
}

}  // namespace

Expected<GuestCommand> prepare_guest_command(const std::vector<std::string>& command) {
  if (auto known = check_verb(command); !known) return known.error();
  GuestCommand prepared;
  prepared.makes_result = command.front() == "run";
  for (const std::string& argument : command) {
    if (argument.starts_with("-o") || argument.starts_with("--output")) {
      return Error{0, "-o after `--` would write inside the guest", "put it before the `--`",
                   Exit::kUsage};
    }
    // "@FILE", or in one word "--functions=@FILE".
    const size_t at = argument.starts_with(kFunctionsIs) ? kFunctionsIs.size() : 0;
    if (at + 1 >= argument.size() || argument[at] != '@') {
      prepared.argv.push_back(argument);
      continue;
    }
    auto moved = take_file(argument.substr(at), prepared);
    if (!moved) return moved.error();
    prepared.argv.push_back(argument.substr(0, at) + *moved);
  }
  auto parsed = parse_command_line(prepared.argv);
  if (!parsed) return parsed.error();
  if (parsed->verb == Verb::kHelp) prepared.help = parsed->help;
  prepared.makes_set = parsed->verb == Verb::kSelect;
  prepared.prints_set = parsed->verb == Verb::kSelect && !parsed->select.explain;
  if (parsed->verb == Verb::kRun) {
    prepared.seed = parsed->run.select.seed;
    prepared.commands = named_commands(parsed->run.mechanisms);
    prepared.phase_timeout_s = static_cast<int64_t>(parsed->run.phase_timeout_s);
    if (auto sound = check_run(parsed->run); !sound) return sound.error();
  }
  return prepared;
}

}  // namespace trampcheck
