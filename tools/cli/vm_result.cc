#include "tools/cli/vm_result.h"

#include <fmt/format.h>

#include "results/base/expected.h"
#include "results/model/json.h"

namespace trampcheck {
namespace {

bool kernel_is_at_fault(const VmOutcome& outcome) {
  const bool booted = !outcome.hello.empty();
  switch (outcome.status) {
    case VmStatus::kPanicked:
    case VmStatus::kOopsed:
    case VmStatus::kHung:
      return booted;
    default:
      return false;
  }
}

ResultRow bad_end(const VmOutcome& outcome) {
  ResultRow row;
  row.id = "vm";
  row.status = kernel_is_at_fault(outcome) ? Status::kFail : Status::kError;
  if (outcome.status == VmStatus::kInterrupted) row.status = Status::kMiss;
  row.reason = fmt::format("{}: {}", to_string(outcome.status), outcome.reason);
  row.log = outcome.console_notes;
  row.log.insert(row.log.end(), outcome.console_tail.begin(), outcome.console_tail.end());
  std::erase(row.log, "");
  return row;
}

// What the kernel complained of at any time from its start to its end; the rows of the experiments
// judge what fell into their own.
ResultRow said_on_console(const VmOutcome& outcome) {
  ResultRow row;
  row.id = "vm";
  row.status = Status::kDone;
  for (const std::string& line : outcome.console_notes) {
    if (!line.empty()) row.log.push_back(line);
  }
  return row;
}

Context without_guest(Context context, const VmOutcome& outcome, const Kernel& kernel) {
  context.domain = outcome.vm.accel;
  context.kernel.release = kernel.release.empty() ? "unknown" : kernel.release;
  context.kernel.arch = "x86_64";  // the only one whose kernels are booted
  context.kernel.cmdline = outcome.vm.append;
  return context;
}

}  // namespace

RunResult to_result(const VmOutcome& outcome, const Kernel& kernel, Context host) {
  RunResult result;
  const std::vector<std::string> argv = host.argv;
  const std::string started_at = host.started_at;
  if (outcome.vm.accel.empty()) return result;  // no QEMU or no kernel: there was no machine
  bool sound = false;
  if (outcome.latest()) {
    auto parsed = parse_result(*outcome.latest(), "the guest's result");
    sound = static_cast<bool>(parsed);
    if (parsed) result = std::move(*parsed);
  }
  if (!sound) result.context = without_guest(std::move(host), outcome, kernel);
  // The guest's calendar is fixed so that runs repeat, and it knows only its part of the command.
  result.context.argv = argv;
  result.context.started_at = started_at;
  result.context.vm = outcome.vm;
  if (!outcome.finished()) {
    result.complete = false;
    result.results.push_back(bad_end(outcome));
  } else if (sound && !outcome.console_notes.empty()) {
    result.results.push_back(said_on_console(outcome));
  }
  return result;
}

int exit_of(const VmOutcome& outcome) {
  if (outcome.status == VmStatus::kInterrupted) return static_cast<int>(Exit::kInterrupted);
  if (outcome.finished())
    return outcome.guest_status.value_or(static_cast<int>(Exit::kEnvironment));
  return static_cast<int>(kernel_is_at_fault(outcome) ? Exit::kFailed : Exit::kEnvironment);
}

std::vector<std::string> describe_failure(const VmOutcome& outcome, const std::string& kernel) {
  if (outcome.status == VmStatus::kInterrupted) return {fmt::format("{}: interrupted", kernel)};
  std::vector<std::string> lines;
  if (!outcome.console_tail.empty()) lines.emplace_back("the last lines of the console:");
  for (const std::string& line : outcome.console_tail) lines.push_back(fmt::format("  | {}", line));
  const Error why{0, outcome.reason, outcome.remedy};
  lines.push_back(fmt::format("{}: {}: {}", kernel, to_string(outcome.status), why.text()));
  return lines;
}

}  // namespace trampcheck
