// A round of somebody else's command: one phase from its start to its end, and the wait until the
// kernel has let go.
#include "suites/attach/command_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "suites/attach/runner.h"

namespace trampcheck {
namespace {

constexpr const char* kPhase = "command";
constexpr size_t kOutputLines = 10;

}  // namespace

std::vector<std::string> last_lines(const std::string& program, std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < kOutputLines) {
    const size_t start = text.rfind('\n') + 1;  // 0 where there is none
    const std::string_view line = text.substr(start);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      lines.push_back(fmt::format("{}: {}", program, line));
    }
    text = text.substr(0, start == 0 ? 0 : start - 1);
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

Expected<void> check_command(const External& external, const CommandEnd& end,
                             const ExternalReport& report, double deadline_s) {
  if (end.timed_out) {
    return Error{ETIMEDOUT, fmt::format("took longer than the {} s of --phase-timeout", deadline_s),
                 "raise it or choose fewer functions"};
  }
  const std::string complaint = report.complaint.empty() ? "" : ": " + report.complaint;
  if (!end.fine) return Error{0, fmt::format("{} {}{}", external.program, end.how, complaint)};
  if (!report.requested || !report.finished) {
    return Error{
        0, fmt::format("{} ended without saying what it was to say{}", external.program, complaint),
        fmt::format("this suite knows the output of Debian's {} 0.17", external.package)};
  }
  if (*report.requested == 0) {
    return Error{0, fmt::format("{} found none of the functions", external.program)};
  }
  return {};
}

Counts command_counts(const ExternalReport& report) {
  Counts counts;
  counts.requested = report.requested.value_or(0);
  counts.attached = std::min(counts.requested, report.attached);
  counts.skipped = counts.requested - counts.attached;
  return counts;
}

Expected<void> Runner::run_command_round(Experiment& experiment, bool counted) {
  const External& external = *experiment.mechanism().external;
  Selection selection = options_.selection;
  if (experiment.sized()) selection.limit = experiment.functions();  // a pattern would say more
  auto command = external.command(selection, targets_of(experiment));
  if (!command) {
    experiment.fail_harness(kPhase, command.error());
    return command.error();
  }
  experiment.set_command(command_text(*command));
  const auto alive = [&] {
    if (hooks_.progress) hooks_.progress(label(experiment, kPhase), 0, experiment.functions());
  };
  alive();
  // Killed at its deadline, it still lets go of its links on the way out.
  begin_phase(kPhase, options_.phase_timeout_s + exit_limit_s(experiment));
  CommandMeter meter(meter_);
  auto end = hooks_.run_command(*command, options_.phase_timeout_s, alive);
  const Reading reading = meter.end(end ? end->use : CommandUse());
  end_phase();
  if (!end) {
    experiment.fail_harness(kPhase, end.error());
    return end.error();
  }
  if (end->stopped) return quiesce(experiment, false);

  const ExternalReport report = external.report(end->out, end->err);
  if (!report.unsupported.empty()) {
    experiment.skip(fmt::format("{} says: {}", external.program, report.unsupported));
    return Error{0, report.unsupported};
  }
  if (report.requested) experiment.set_counts(command_counts(report));
  if (auto fine = check_command(external, *end, report, options_.phase_timeout_s); !fine) {
    experiment.add_output(last_lines(external.program, end->err.empty() ? end->out : end->err));
    experiment.fail_harness(kPhase, fine.error());
    return fine;
  }
  const auto chosen = static_cast<int64_t>(experiment.functions());
  if (*report.requested != chosen) {
    experiment.add_warning(fmt::format("{} took {} functions, {} were chosen for the others",
                                       external.program, *report.requested, chosen));
  }
  if (counted) experiment.add_command_sample(kPhase, reading, end->use, meter.perf_reason());
  return quiesce(experiment, counted);
}

}  // namespace trampcheck
