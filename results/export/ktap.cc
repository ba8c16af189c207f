#include "results/export/ktap.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/verdicts.h"

namespace trampcheck {
namespace {

// A description ends at the first '#': what follows is a directive.
std::string description(const std::string& name) {
  std::string text = one_line(name);
  std::replace(text.begin(), text.end(), '#', '_');
  return text;
}

bool is_ok(Status status) {
  return status == Status::kPass || status == Status::kDone || status == Status::kSkip;
}

std::string directive(const Verdict& verdict) {
  switch (verdict.status) {
    case Status::kSkip:
      return " # SKIP " + one_line(verdict.reason);
    case Status::kError:
      return " # ERROR " + one_line(verdict.reason);
    case Status::kMiss:
      return " # ERROR MISS: " + one_line(verdict.reason);
    default:
      return "";
  }
}

// KTAP is for verdicts: of the figures only those that a story begins with.
bool is_told(const std::string& metric) {
  return metric.ends_with("wall_ns") ||
         (metric.ends_with("cpu_ns") && !metric.ends_with("system_cpu_ns")) ||
         metric.ends_with("cycles_k");
}

void put_verdict(std::string& out, const Verdict& verdict, size_t number) {
  for (const Median& median : medians_of(verdict.group)) {
    if (!is_told(median.name)) continue;
    out += fmt::format("  # {}: {} {} (median of {})\n", one_line(median.name),
                       median_text(median.value), one_line(median.unit), median.rounds);
  }
  for (const std::string& line : evidence_of(verdict)) out += fmt::format("  # {}\n", line);
  if (verdict.status == Status::kFail) {
    out += fmt::format("  # FAIL: {}\n", one_line(verdict.reason));
  }
  out += fmt::format("  {} {} {}{}\n", is_ok(verdict.status) ? "ok" : "not ok", number,
                     description(verdict.name), directive(verdict));
}

// Returns whether all of it is fine.
bool put_subtest(std::string& out, const RunResult& result, const std::string& label) {
  const std::vector<Verdict> verdicts = verdicts_of(result);
  out += fmt::format("  KTAP version 1\n  # Subtest: {}\n  # kernel {}, {}\n  1..{}\n",
                     description(label), one_line(result.context.kernel.release),
                     domain_text(result.context.domain, result.context.kernel.cpus_online),
                     verdicts.size());
  for (size_t i = 0; i < verdicts.size(); ++i) put_verdict(out, verdicts[i], i + 1);
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& verdict) { return is_ok(verdict.status); });
}

}  // namespace

std::string ktap_text(const std::vector<LoadedResult>& results) {
  std::string out = fmt::format("KTAP version 1\n1..{}\n", results.size());
  const std::vector<std::string> labels = result_labels(results);
  for (size_t i = 0; i < results.size(); ++i) {
    const bool fine = put_subtest(out, results[i].result, labels[i]);
    out += fmt::format("{} {} {}\n", fine ? "ok" : "not ok", i + 1, description(labels[i]));
  }
  return out;
}

}  // namespace trampcheck
