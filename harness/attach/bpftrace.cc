#include "harness/attach/bpftrace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>

#include "harness/attach/tracing.h"
#include "results/base/find_program.h"

namespace trampcheck {
namespace {

// What the command does besides attaching: after ten milliseconds it says its word and goes. The
// kernel counts the interval as a probe with a program of its own.
constexpr const char* kBody = R"( { } i:ms:10 { print("exit\n"); exit();})";
constexpr int64_t kOwnProbes = 1;
constexpr std::string_view kLastWord = "exit";

// Its own bounds on probes and programs (512) are far below what kernels have.
constexpr const char* kNoBound = "1000000";

// MAX_ARG_STRLEN, the longest single argument that execve takes.
constexpr size_t kArgumentBytes = 32 * 4096 - 1;

// bpftrace knows no other wildcard than the star.
bool is_plain_glob(const std::string& pattern) {
  return !pattern.empty() && std::all_of(pattern.begin(), pattern.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '*';
  });
}

bool chooses_by_one_glob(const Selection& selection) {
  return selection.include.size() == 1 && selection.exclude.empty() && !selection.names &&
         !selection.limit && !selection.sample && is_plain_glob(selection.include.front());
}

// Calls `look` with each line, without its end.
template <typename Look>
void each_line(std::string_view text, Look look) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    look(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// 99 of "Attaching 99 probes..."
std::optional<int64_t> probes_in(std::string_view line) {
  constexpr std::string_view kBefore = "Attaching ";
  if (!line.starts_with(kBefore)) return std::nullopt;
  line.remove_prefix(kBefore.size());
  int64_t probes = 0;
  auto [end, code] = std::from_chars(line.data(), line.data() + line.size(), probes);
  line.remove_prefix(static_cast<size_t>(end - line.data()));
  if (code != std::errc() || !line.starts_with(" probe")) return std::nullopt;
  return probes;
}

}  // namespace

Expected<ExternalCommand> bpftrace_command(const Selection& selection,
                                           std::span<const Target> targets) {
  std::string probes;
  if (chooses_by_one_glob(selection)) {
    probes = fmt::format("kfunc:{}", selection.include.front());
  } else {
    for (const Target& target : targets) {
      probes += fmt::format("{}kfunc:{}", probes.empty() ? "" : ",", target.name);
    }
  }
  probes += kBody;
  if (probes.size() > kArgumentBytes) {
    return Error{E2BIG,
                 fmt::format("the names of {} functions make a command of {} bytes, and {} is the "
                             "most that Linux takes",
                             targets.size(), probes.size(), kArgumentBytes),
                 "choose fewer with --limit or --sample, or all by one --functions GLOB"};
  }
  return ExternalCommand{{"bpftrace", "-ve", std::move(probes)},
                         {fmt::format("BPFTRACE_MAX_PROBES={}", kNoBound),
                          fmt::format("BPFTRACE_MAX_BPF_PROGS={}", kNoBound)}};
}

ExternalReport bpftrace_report(const std::string& out, const std::string& err) {
  ExternalReport report;
  int64_t programs = 0;
  each_line(out, [&](std::string_view line) {
    if (auto probes = probes_in(line)) report.requested = *probes - kOwnProbes;
    if (line.starts_with("Program ID: ")) ++programs;
    if (line == kLastWord) report.finished = true;
  });
  report.attached = std::max<int64_t>(0, programs - kOwnProbes);
  each_line(err, [&](std::string_view line) {
    if (line.find("ERROR: ") == std::string_view::npos) return;
    report.complaint = line;
    if (line.find("not available for your kernel version") != std::string_view::npos) {
      report.unsupported = line;
    }
  });
  return report;
}

Support probe_bpftrace(const KernelFunctions& kernel) {
  if (!find_program(kBpftrace.program)) {
    return {
        false,
        "it is not on PATH; a guest gets it where it is named: run attach --mechanism bpftrace"};
  }
  return probe_fentry(kernel);
}

}  // namespace trampcheck
