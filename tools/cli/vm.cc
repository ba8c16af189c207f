// `trampcheck vm`: the same verbs, in a guest.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "results/base/file.h"
#include "results/index/index.h"
#include "tools/cli/boot.h"
#include "tools/cli/external.h"
#include "tools/cli/guest_command.h"
#include "tools/cli/matrix.h"
#include "tools/cli/verbs.h"

namespace trampcheck {
namespace {

std::vector<Boot> plan_boots(const VmArgs& args) {
  const bool many = args.kernels.size() > 1 || args.boots > 1;
  std::vector<Boot> boots;
  for (int number = 0; number < args.boots; ++number) {
    for (const std::string& kernel : args.kernels) {
      Boot boot{kernel, number, args.output, many};
      if (many && !args.output.empty()) {
        const std::string suffix = args.boots > 1 ? fmt::format("-boot{}", number + 1) : "";
        boot.output = fmt::format("{}/{}{}.json", args.output, file_stem(kernel), suffix);
      }
      boots.push_back(std::move(boot));
    }
  }
  return boots;
}

// Fails before minutes of booting where the result could not be written afterwards.
Expected<void> check_output(const Boot& boot, bool is_folder) {
  if (boot.output.empty()) return {};
  const std::filesystem::path path(boot.output);
  std::error_code code;
  if (is_folder) std::filesystem::create_directories(path.parent_path(), code);
  if (code) {
    return errno_error(code.value(), fmt::format("cannot create {}", path.parent_path().string()),
                       "choose another place with -o");
  }
  if (std::filesystem::is_directory(path, code)) {
    return Error{EISDIR, fmt::format("cannot write {}: it is a folder", boot.output),
                 "name a file for one kernel, or several kernels for a folder"};
  }
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))
    return {};
  const std::string probe = fmt::format("{}.probe.{}", boot.output, getpid());
  if (auto written = write_file_atomically(probe, ""); !written) {
    Error error = written.error();
    error.what.replace(error.what.find(probe), probe.size(), boot.output);
    return error;
  }
  std::filesystem::remove(probe, code);
  return {};
}

// What the command line cannot see by itself. Errors (kUsage).
Expected<void> check_args(const VmArgs& args, const GuestCommand& command,
                          const std::vector<Boot>& boots) {
  if (args.cpus < 1 || args.memory_mib < 1 || args.boots < 1) {
    return Error{0, "--cpus, --memory and --boots must be at least 1", "", Exit::kUsage};
  }
  if (!args.output.empty() && !command.makes_result && !command.makes_set) {
    return Error{0, fmt::format("'{}' makes no file for -o", command.argv.front()),
                 "leave -o out; what it prints goes to stdout", Exit::kUsage};
  }
  if (boots.size() > 1 && !args.console_log.empty()) {
    return Error{0, "--console-log takes one boot",
                 "with -o DIR each result has its console log beside it", Exit::kUsage};
  }
  if (!args.output.empty() && args.output == args.console_log) {
    return Error{0, "-o and --console-log name the same file", "name two", Exit::kUsage};
  }
  if (args.resume && (boots.size() < 2 || args.output.empty() || !command.makes_result)) {
    return Error{0, "--resume goes on with a folder of results",
                 "name it with -o, and the kernels as the first time", Exit::kUsage};
  }
  std::set<std::string> outputs;
  if (boots.size() > 1) outputs.insert(fmt::format("{}/{}", args.output, kIndexFile));
  for (const Boot& boot : boots) {
    if (boot.output.empty() || outputs.insert(boot.output).second) continue;
    return Error{0, fmt::format("two results would be written to {}", boot.output),
                 "name each kernel once; images need different file names", Exit::kUsage};
  }
  return {};
}

int run_one(const Environment& environment, const VmArgs& args, const GuestCommand& command,
            const Boot& boot) {
  auto kernel = find_kernel(environment, boot.kernel);
  if (!kernel) return fail(environment, kernel.error());
  catch_interrupts();
  return run_boot(environment, args, command, boot, *kernel).status;
}

}  // namespace

int verb_vm(const Environment& environment, const VmArgs& args) {
  auto command = prepare_guest_command(args.command);
  if (!command) return fail(environment, command.error());
  if (!command->help.empty()) {
    environment.print(command->help);
    return 0;
  }
  const std::vector<Boot> boots = plan_boots(args);
  if (auto sound = check_args(args, *command, boots); !sound) {
    return fail(environment, sound.error());
  }
  for (const Boot& boot : boots) {
    if (auto fine = check_output(boot, boots.size() > 1); !fine) {
      return fail(environment, fine.error());
    }
  }
  if (auto packed = pack_commands(command->commands, args.memory_mib); !packed) {
    return fail(environment, packed.error());
  }
  if (boots.size() == 1) return run_one(environment, args, *command, boots.front());
  return run_matrix(environment, args, *command, boots);
}

}  // namespace trampcheck
