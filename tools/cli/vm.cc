// `trampcheck vm`: the same verbs, in a guest.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "results/base/file.h"
#include "results/export/text.h"
#include "results/model/json.h"
#include "results/store.h"
#include "tools/cli/context.h"
#include "tools/cli/guest_command.h"
#include "tools/cli/guest_main.h"
#include "tools/cli/verbs.h"
#include "tools/cli/vm_result.h"
#include "tools/kernels/kernels.h"
#include "tools/vm/runner.h"

namespace trampcheck {
namespace {

// One boot to be done.
struct Boot {
  std::string kernel;  // as asked for
  int number = 0;
  std::string output;  // file, or empty
};

std::string file_stem(const std::string& kernel) {
  return std::filesystem::path(kernel).filename().string();
}

std::vector<Boot> plan_boots(const VmArgs& args) {
  const bool many = args.kernels.size() > 1 || args.boots > 1;
  std::vector<Boot> boots;
  for (int number = 0; number < args.boots; ++number) {
    for (const std::string& kernel : args.kernels) {
      Boot boot{kernel, number, args.output};
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
  std::set<std::string> outputs;
  for (const Boot& boot : boots) {
    if (boot.output.empty() || outputs.insert(boot.output).second) continue;
    return Error{0, fmt::format("two results would be written to {}", boot.output),
                 "name each kernel once; images need different file names", Exit::kUsage};
  }
  return {};
}

Expected<VmOptions> to_vm_options(const VmArgs& args, const GuestCommand& command,
                                  const Kernel& kernel, const Boot& boot) {
  VmOptions options;
  options.kernel_image = kernel.image_path;
  options.accel = *accel_from_string(args.accel);
  options.cpus = args.cpus;
  options.memory_mib = args.memory_mib;
  options.append = args.append;
  options.deadline_s = args.deadline_s;
  // A guest's own watchdog speaks first; its clock may run slower than the host's.
  options.silence_s =
      args.silence_s > 0 ? args.silence_s : std::max<int64_t>(300, 3 * command.phase_timeout_s);
  options.stop = &interrupt_flag();
  options.console_log_path = args.console_log;
  std::error_code code;
  const bool special = std::filesystem::exists(boot.output, code) &&
                       !std::filesystem::is_regular_file(boot.output, code);
  if (args.console_log.empty() && !boot.output.empty() && !special) {
    options.console_log_path = boot.output + ".console.log";
  }
  options.job.argv = command.argv;
  options.job.vm.kernel_image = file_stem(kernel.asked);
  options.job.vm.kernel_package = kernel.package;
  options.job.vm.boot = boot.number;
  options.job.vm.boots = args.boots;
  for (const auto& [path, content] : command.files) options.extra_files.push_back({path, content});
  if (kernel.config_path) {
    auto config = read_file(*kernel.config_path);
    if (!config) return config.error();
    options.job.kernel_config_path = kGuestKernelConfigPath;
    options.extra_files.push_back({kGuestKernelConfigPath, std::move(*config)});
  }
  return options;
}

// "what\tdone\tof", as a guest's environment sends it.
void pass_progress(const Environment& environment, const std::string& kernel,
                   const std::string& line) {
  size_t tab = line.find('\t');
  size_t second = tab == std::string::npos ? tab : line.find('\t', tab + 1);
  size_t done = 0;
  size_t of = 0;
  if (second != std::string::npos) {
    std::from_chars(line.data() + tab + 1, line.data() + second, done);
    std::from_chars(line.data() + second + 1, line.data() + line.size(), of);
  }
  environment.progress(fmt::format("{}: {}", kernel, line.substr(0, tab)), done, of);
}

VmOutcome boot_guest(const Environment& environment, const VmOptions& options,
                     const std::string& kernel) {
  VmEvents events;
  events.on_progress = [&](const std::string& line) { pass_progress(environment, kernel, line); };
  events.on_output = [&](const std::string& text) { environment.print(text); };
  environment.progress(fmt::format("{}: booting ({})", kernel, to_string(options.accel)), 0, 0);
  return run_vm(options, events);
}

// What the verb in the guest would have said on stderr.
void pass_warnings(const Environment& environment, const std::string& kernel,
                   const VmOutcome& outcome) {
  for (const std::string& line : outcome.log) {
    if (!line.starts_with(kGuestWarning)) continue;
    environment.warn(fmt::format("{}: {}", kernel, line.substr(kGuestWarning.size())));
  }
}

Expected<void> write_selected(const VmOutcome& outcome, const std::string& output) {
  if (output.empty() || !outcome.result) return {};
  return write_file_atomically(output, *outcome.result);
}

// Keeps what came out of the guest and says how it went; returns the exit status.
int conclude(const Environment& environment, Context host, const GuestCommand& command,
             const Boot& boot, const Kernel& kernel, const VmOutcome& outcome) {
  int status = exit_of(outcome);
  pass_warnings(environment, boot.kernel, outcome);
  if (command.makes_result) {
    RunResult result = to_result(outcome, kernel, std::move(host));
    if (result.results.empty() && status == 0) {
      return fail(environment,
                  Error{0, fmt::format("{}: the guest ended without a sound result", boot.kernel),
                        "run it again with --console-log FILE to see why"});
    }
    if (result.context.seed == 0) result.context.seed = command.seed;
    // Saved before it is printed: nobody may be reading.
    const bool save = !boot.output.empty() && !result.results.empty();
    Expected<void> saved = save ? save_result(result, boot.output) : Expected<void>();
    if (!result.results.empty()) environment.print(text_table(result));
    if (!saved) return fail(environment, saved.error());
    if (save) environment.print(fmt::format("result: {}\n", boot.output));
  } else if (outcome.finished()) {
    if (command.prints_set && boot.output.empty() && outcome.result) {
      environment.print(*outcome.result);
    }
    auto written = write_selected(outcome, boot.output);
    if (!written) return fail(environment, written.error());
  }
  if (!outcome.finished()) environment.warn(describe_failure(outcome, boot.kernel));
  return status;
}

int run_boot(const Environment& environment, const VmArgs& args, const GuestCommand& command,
             const Boot& boot) {
  auto kernel = resolve_kernel(boot.kernel,
                               [&](const std::string& line) { environment.progress(line, 0, 0); });
  if (!kernel) {
    Error error = kernel.error();
    if (error.remedy.empty()) error.remedy = "see what there is with: trampcheck kernels list";
    return fail(environment, error);
  }
  auto options = to_vm_options(args, command, *kernel, boot);
  if (!options) return fail(environment, options.error());
  Context host = suite_context(environment.argv);
  catch_interrupts();
  const VmOutcome outcome = boot_guest(environment, *options, boot.kernel);
  return conclude(environment, std::move(host), command, boot, *kernel, outcome);
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
  // One kernel's failure does not keep the others from running; the first bad status is returned.
  int status = 0;
  for (const Boot& boot : boots) {
    const int this_status = run_boot(environment, args, *command, boot);
    if (this_status == static_cast<int>(Exit::kInterrupted)) return this_status;
    if (status == 0) status = this_status;
  }
  return status;
}

}  // namespace trampcheck
