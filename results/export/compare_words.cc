#include "results/export/compare_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "results/export/units.h"

namespace trampcheck {
namespace {

constexpr size_t kNamesShown = 6;
constexpr size_t kPartsNamed = 3;  // more options or knobs than this are allowed all at once
constexpr double kDoubled = 2;

// Two digits that say something, also of small changes.
std::string percent(double share) {
  const double value = 100 * share;
  if (std::abs(value) < 9.995) return fmt::format("{:+.2f}", value);
  if (std::abs(value) < 99.95) return fmt::format("{:+.1f}", value);
  return fmt::format("{:+.0f}", value);
}

std::string factor(double ratio) {
  if (ratio >= 99.5) return fmt::format("x{:.0f}", ratio);
  return ratio >= 9.995 ? fmt::format("x{:.1f}", ratio) : fmt::format("x{:.2f}", ratio);
}

std::string moved_text(const Finding& finding) {
  if (finding.verdict == Verdict::kSame) return finding.metric + " equal";
  const std::string change =
      finding.ratio ? change_text(finding.ratio)
                    : (finding.next > finding.base ? "up from nothing" : "down to nothing");
  if (!finding.base || !finding.next) return finding.metric + " " + change;
  return fmt::format("{} {} ({} to {})", finding.metric, change, human(*finding.base, finding.unit),
                     human(*finding.next, finding.unit));
}

std::string waiting_text(double ns) {
  return fmt::format("{} {} waiting", human_ns(std::abs(ns)), ns > 0 ? "more" : "less");
}

// Why cpu_ns and wall_ns tell different stories.
std::string explained_by_waiting(const Disagreement& one) {
  if (!one.waiting) return "blocked_ns was not measured and cannot explain it";
  const double cpu = one.first.next.value_or(0) - one.first.base.value_or(0);
  const double wall = one.second.next.value_or(0) - one.second.base.value_or(0);
  const double apart = wall - cpu;  // what waiting has to account for
  const bool explains = std::abs(*one.waiting - apart) <= 0.2 * std::abs(apart);
  if (!explains) {
    return fmt::format("blocked_ns explains {} of {}", human_ns(*one.waiting), human_ns(apart));
  }
  if (one.second.verdict == Verdict::kSame) {
    return fmt::format("wall_ns hides it: {}", waiting_text(*one.waiting));
  }
  return fmt::format("blocked_ns explains it: {}", waiting_text(*one.waiting));
}

std::string files_text(const Side& side) {
  const size_t boots = side.paths.size();
  if (boots == 1) return side.paths.front();
  return fmt::format("{} boots, {} to {}", boots, side.paths.front(), side.paths.back());
}

std::string side_text(const Side& side) {
  const std::string name = side.kernel == side.release
                               ? side.release
                               : fmt::format("{} ({})", side.release, side.kernel);
  return fmt::format("{}; {}", name, files_text(side));
}

std::string domain_text(const KernelComparison& kernel) {
  std::string text = kernel.domain;
  if (kernel.cpus > 0)
    text += fmt::format(", {} {}", kernel.cpus, kernel.cpus == 1 ? "cpu" : "cpus");
  return text + fmt::format(", {} functions", kernel.functions);
}

std::string suite_text(const KernelComparison& kernel) {
  if (kernel.base.suite == kernel.next.suite) return "trampcheck " + kernel.base.suite;
  return fmt::format("trampcheck {}, then {}", kernel.base.suite, kernel.next.suite);
}

std::string test_text(const KernelComparison& kernel) {
  switch (kernel.method) {
    case Method::kExact:
      return "exact, round by round: in icount a run repeats, so that two rounds suffice; the "
             "interval is "
             "what all rounds but a quarter agree on";
    case Method::kSignedRank:
      return fmt::format(
          "signed-rank over {} {} of boots, the best round of each: two kernels cannot take turns "
          "inside one boot",
          kernel.base.paths.size(), kernel.base.paths.size() == 1 ? "pair" : "pairs");
    case Method::kRankSum:
      break;
  }
  return "Mann-Whitney over rounds that took turns inside one boot";
}

// "5 %" or "0.25 % to 110 %, by phase and metric".
std::string gates_text(const KernelComparison& kernel) {
  std::set<double> gates;
  for (const Finding& finding : kernel.findings) {
    if (finding.gate > 0) gates.insert(finding.gate);
  }
  if (gates.empty()) return "0 %";
  if (gates.size() == 1) return fmt::format("{:g} %", 100 * *gates.begin());
  return fmt::format("{:g} % to {:g} %, by phase and metric", 100 * *gates.begin(),
                     100 * *gates.rbegin());
}

std::string gate_text(const Comparison& comparison, const KernelComparison& kernel) {
  if (kernel.method == Method::kExact) {
    return fmt::format("a change counts over {}: below lies what another build of the same moves",
                       gates_text(kernel));
  }
  int64_t tested = 0;
  for (const KernelComparison& one : comparison.kernels) {
    tested += std::count_if(one.findings.begin(), one.findings.end(),
                            [](const Finding& finding) { return finding.p.has_value(); });
  }
  return fmt::format(
      "worse or better takes both p < {:g}, corrected for {} finding{} (Benjamini-Hochberg), and a "
      "change over {}; intervals of {:g} %",
      comparison.options.alpha, tested, tested == 1 ? "" : "s", gates_text(kernel),
      100 * (1 - comparison.options.alpha));
}

std::string allowed_text(const KernelComparison& kernel) {
  std::vector<std::string> allowed;
  for (const Difference& one : kernel.differences) {
    if (one.allowed)
      allowed.push_back(fmt::format("{} ({}, then {})", one.key, one.base, one.next));
  }
  return fmt::format("{}", fmt::join(allowed, "; "));
}

std::string name_of(const Finding& finding) { return finding.id + "." + finding.metric; }

}  // namespace

std::string change_text(std::optional<double> ratio) {
  if (!ratio) return "";
  if (*ratio == 1) return "=";
  return *ratio >= kDoubled ? factor(*ratio) : percent(*ratio - 1) + " %";
}

std::string interval_text(const Finding& finding) {
  if (!finding.low || !finding.high) return "";
  if (*finding.low == 1 && *finding.high == 1) return "";
  if (*finding.low >= kDoubled) {
    return fmt::format("{} to {}", factor(*finding.low), factor(*finding.high));
  }
  return fmt::format("{} to {}", percent(*finding.low - 1), percent(*finding.high - 1));
}

std::string p_text(const Finding& finding) {
  if (!finding.p_adjusted) return "";
  if (*finding.p_adjusted < 0.0001) return "<0.0001";
  return fmt::format("{:.4f}", *finding.p_adjusted);
}

const char* verdict_mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSame:
      return "~";
    case Verdict::kMoreRounds:
      return "?";
    case Verdict::kNotComparable:
      return "-";
    case Verdict::kWorse:
    case Verdict::kBetter:
      break;
  }
  return to_string(verdict);
}

std::string disagreement_text(const Disagreement& one) {
  const bool waits = one.first.metric == "cpu_ns";
  const std::string why = waits ? explained_by_waiting(one)
                                : "clock rate or user space make the difference, not the kernel";
  return fmt::format("{}: {}, {}: {}", one.id, moved_text(one.first), moved_text(one.second), why);
}

std::vector<std::pair<std::string, std::string>> header_lines(const Comparison& comparison,
                                                              const KernelComparison& kernel) {
  std::vector<std::pair<std::string, std::string>> lines = {{"base", side_text(kernel.base)},
                                                            {"new", side_text(kernel.next)},
                                                            {"suite", suite_text(kernel)},
                                                            {"domain", domain_text(kernel)}};
  const CompareOptions& options = comparison.options;
  if (!options.base_mechanism.empty()) {
    lines.emplace_back("mechanisms", fmt::format("{} of BASE, {} of NEW", options.base_mechanism,
                                                 options.next_mechanism));
  }
  if (options.common_functions) {
    lines.emplace_back("common", fmt::format("sums over the {} functions that both sides attached; "
                                             "ticks of the counter",
                                             kernel.functions));
  }
  if (std::string allowed = allowed_text(kernel); !allowed.empty()) {
    lines.emplace_back("across", allowed);
  }
  if (!comparable(kernel)) return lines;
  lines.emplace_back("test", test_text(kernel));
  lines.emplace_back("gate", gate_text(comparison, kernel));
  return lines;
}

std::string counts_text(const Comparison& comparison) {
  return fmt::format("{} worse, {} better, {} ~, {} need more rounds, {} not comparable",
                     count(comparison, Verdict::kWorse), count(comparison, Verdict::kBetter),
                     count(comparison, Verdict::kSame), count(comparison, Verdict::kMoreRounds),
                     count(comparison, Verdict::kNotComparable));
}

std::string outcome_text(const Comparison& comparison) {
  const Exit exit = exit_of(comparison);
  if (exit == Exit::kFailed) return "worse (exit status 1)";
  if (exit == Exit::kFine) return "nothing worse (exit status 0)";
  if (std::string remedy = across_remedy(comparison); !remedy.empty()) {
    return "not comparable (exit status 3); what is meant to differ may, with " + remedy;
  }
  if (comparison.kernels.empty()) {
    return "not comparable (exit status 3): no kernel is on both sides";
  }
  if (count(comparison, Verdict::kMoreRounds) > 0) {
    return "cannot be said (exit status 3): measure with more rounds, or more boots (vm --boots N)";
  }
  return "cannot be said (exit status 3): something has no counterpart";
}

std::string across_remedy(const Comparison& comparison) {
  std::map<std::string, std::set<std::string>> heads;
  for (const KernelComparison& kernel : comparison.kernels) {
    for (const Difference& one : kernel.differences) {
      if (!one.allowed) heads[one.key.substr(0, one.key.find('.'))].insert(one.key);
    }
  }
  std::set<std::string> keys;
  for (auto& [head, parts] : heads) {
    if (parts.size() > kPartsNamed) {
      keys.insert(head);
    } else {
      keys.merge(parts);
    }
  }
  return keys.empty() ? "" : fmt::format("--across {}", fmt::join(keys, ","));
}

std::vector<std::string> reason_lines(const KernelComparison& kernel, Verdict verdict) {
  std::vector<std::string> reasons;  // in the order of the findings
  std::map<std::string, std::vector<std::string>> names;
  for (const Finding& finding : kernel.findings) {
    if (finding.verdict != verdict || finding.reason.empty()) continue;
    if (names[finding.reason].empty()) reasons.push_back(finding.reason);
    names[finding.reason].push_back(name_of(finding));
  }
  std::vector<std::string> lines;
  for (const std::string& reason : reasons) {
    std::vector<std::string>& all = names[reason];
    const size_t count = all.size();
    all.resize(std::min(count, kNamesShown));
    if (count > kNamesShown) all.push_back(fmt::format("and {} more", count - kNamesShown));
    lines.push_back(count == 1
                        ? fmt::format("{}: {}", all.front(), reason)
                        : fmt::format("{} findings: {}: {}", count, reason, fmt::join(all, ", ")));
  }
  return lines;
}

}  // namespace trampcheck
