#include "tools/cli/boot.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "results/base/file.h"
#include "results/export/text.h"
#include "results/store.h"
#include "tools/cli/context.h"
#include "tools/cli/external.h"
#include "tools/cli/guest_main.h"
#include "tools/cli/vm_result.h"
#include "tools/vm/runner.h"

namespace trampcheck {
namespace {

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
  auto packed = pack_commands(command.commands, args.memory_mib);
  if (!packed) return packed.error();
  options.extra_files.insert(options.extra_files.end(), packed->begin(), packed->end());
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

bool is_harness_failure(VmStatus status) {
  return status == VmStatus::kQemuMissing || status == VmStatus::kQemuRefused ||
         status == VmStatus::kBadInput || status == VmStatus::kDamaged ||
         status == VmStatus::kInterrupted;
}

// Why the gravest row is what it is.
std::string first_reason(const RunResult& result, Status word) {
  for (const ResultRow& row : result.results) {
    if (row.status == word && !row.reason.empty()) {
      return fmt::format("{}: {}", row.id, row.reason);
    }
  }
  return "";
}

// Saves the result, then prints it: nobody may be reading.
void keep_result(const Environment& environment, const RunResult& result, const Boot& boot,
                 BootEnd& end) {
  end.word = overall(result);
  if (end.word != Status::kPass && end.word != Status::kDone) {
    end.reason = first_reason(result, end.word);
  }
  if (!result.context.kernel.release.empty()) end.release = result.context.kernel.release;
  if (result.results.empty()) return;
  Expected<void> saved = boot.output.empty() ? Expected<void>() : save_result(result, boot.output);
  if (!boot.is_many || boot.output.empty()) environment.print(text_table(result));
  if (!saved) {
    end.status = fail(environment, saved.error());
    end.harness_failed = true;
    end.reason = saved.error().what;
  } else if (!boot.output.empty()) {
    end.saved = true;
    environment.print(fmt::format("result: {}\n", boot.output));
  }
}

// Keeps what came out of the guest and says how it went.
void conclude(const Environment& environment, Context host, const GuestCommand& command,
              const Boot& boot, const Kernel& kernel, const VmOutcome& outcome, BootEnd& end) {
  pass_warnings(environment, boot.kernel, outcome);
  if (command.makes_result) {
    RunResult result = to_result(outcome, kernel, std::move(host));
    if (result.results.empty() && end.status == 0) {
      end.status = fail(environment, Error{0,
                                           fmt::format("{}: the guest ended without a sound "
                                                       "result",
                                                       boot.kernel),
                                           "run it again with --console-log FILE to see why"});
      return;
    }
    if (result.context.seed == 0) result.context.seed = command.seed;
    keep_result(environment, result, boot, end);
  } else if (outcome.finished()) {
    end.word = end.status == 0 ? Status::kDone : Status::kError;
    if (command.prints_set && boot.output.empty() && outcome.result) {
      environment.print(*outcome.result);
    }
    if (auto written = write_selected(outcome, boot.output); !written) {
      end.status = fail(environment, written.error());
    }
  }
  if (outcome.finished()) return;
  for (const std::string& line : describe_failure(outcome, boot.kernel)) environment.warn(line);
  end.reason = to_string(outcome.status);
  if (end.reason != outcome.reason) end.reason += ": " + outcome.reason;
}

}  // namespace

std::string file_stem(const std::string& kernel) {
  return std::filesystem::path(kernel).filename().string();
}

Expected<Kernel> find_kernel(const Environment& environment, const std::string& kernel) {
  auto found =
      resolve_kernel(kernel, [&](const std::string& line) { environment.progress(line, 0, 0); });
  if (found) return found;
  Error error = found.error();
  if (error.remedy.empty()) error.remedy = "see what there is with: trampcheck kernels list";
  return error;
}

BootEnd run_boot(const Environment& environment, const VmArgs& args, const GuestCommand& command,
                 const Boot& boot, const Kernel& kernel) {
  BootEnd end;
  end.release = kernel.release;
  end.package = kernel.package;
  auto options = to_vm_options(args, command, kernel, boot);
  if (!options) {
    end.status = fail(environment, options.error());
    end.harness_failed = true;
    end.word = Status::kError;
    end.reason = options.error().what;
    return end;
  }
  Context host = suite_context(environment.argv);
  const VmOutcome outcome = boot_guest(environment, *options, boot.kernel);
  end.host_wall_ms = outcome.vm.host_wall_ms;
  end.status = exit_of(outcome);
  end.harness_failed = is_harness_failure(outcome.status);
  if (end.status != 0) end.word = Status::kError;
  conclude(environment, std::move(host), command, boot, kernel, outcome, end);
  return end;
}

}  // namespace trampcheck
