#include "results/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/compare/conditions.h"
#include "results/compare/disagree.h"
#include "results/compare/pairing.h"
#include "results/compare/rows.h"
#include "results/compare/selection.h"
#include "results/compare/views.h"

namespace trampcheck {
namespace {

// A kernel comparison in the making.
struct Draft {
  KernelComparison kernel;
  KernelEvidence evidence;
};

Error usage(std::string what, std::string remedy) {
  return Error{0, std::move(what), std::move(remedy), Exit::kUsage};
}

// Whether both sides of a kernel come from one and the same boots. Errors (kUsage): they do, in
// part or without two mechanisms to compare.
Expected<bool> inside_boots(const KernelPair& kernel, const CompareOptions& options) {
  size_t same = 0;
  const BootPair* example = nullptr;
  for (const BootPair& boot : kernel.boots) {
    if (!same_run(boot.base->result, boot.next->result)) continue;
    example = &boot;
    ++same;
  }
  if (same == 0) return false;
  if (same == kernel.boots.size() && !options.base_mechanism.empty()) return true;
  return usage(fmt::format("BASE and NEW hold the same run: {} and {}", example->base->path,
                           example->next->path),
               "name two runs, or compare two mechanisms of the same with --mechanism A,B");
}

Method method_for(const KernelPair& kernel, bool inside) {
  const bool all_repeat =
      std::all_of(kernel.boots.begin(), kernel.boots.end(), [](const auto& boot) {
        return boot.base->result.context.domain == "icount" &&
               boot.next->result.context.domain == "icount";
      });
  if (all_repeat) return Method::kExact;
  return inside && kernel.boots.size() == 1 ? Method::kRankSum : Method::kSignedRank;
}

std::vector<const RunResult*> side_of(const KernelPair& kernel, bool next) {
  std::vector<const RunResult*> results;
  for (const BootPair& boot : kernel.boots) {
    results.push_back(next ? &boot.next->result : &boot.base->result);
  }
  return results;
}

Side describe_side(const KernelPair& kernel, bool next) {
  const RunResult& first = *side_of(kernel, next).front();
  Side side;
  side.kernel = next ? kernel.next : kernel.base;
  side.release = first.context.kernel.release;
  const std::string commit = first.context.suite_commit.substr(0, 12);
  side.suite = fmt::format("{} {}{}", first.context.suite_version,
                           commit.empty() ? "of an unknown commit" : commit,
                           first.context.suite_dirty ? ", with local changes" : "");
  for (const BootPair& boot : kernel.boots) {
    side.paths.push_back(next ? boot.next->path : boot.base->path);
  }
  return side;
}

std::vector<std::string> notes_on_boots(const KernelPair& kernel) {
  std::vector<std::string> notes;
  auto left_out = [&](size_t boots, const char* side) {
    if (boots == 0) return;
    notes.push_back(fmt::format("{} {} of {} without a counterpart: not compared", boots,
                                boots == 1 ? "boot" : "boots", side));
  };
  left_out(kernel.base_left_out, "BASE");
  left_out(kernel.next_left_out, "NEW");
  auto incomplete = [&](bool next, const char* side) {
    size_t count = 0;
    std::string first;
    for (const BootPair& boot : kernel.boots) {
      const LoadedResult& one = next ? *boot.next : *boot.base;
      if (!one.result.complete && ++count == 1) first = one.path;
    }
    if (count == 0) return;
    notes.push_back(fmt::format("{} incomplete in {} (interrupted, or died): {}{}", count, side,
                                first, count > 1 ? " ..." : ""));
  };
  incomplete(/*next=*/false, "BASE");
  incomplete(/*next=*/true, "NEW");
  return notes;
}

Draft draft_of(const KernelPair& kernel, bool inside, const CompareOptions& options) {
  Draft draft;
  KernelComparison& comparison = draft.kernel;
  const RunResult& first = kernel.boots.front().base->result;
  comparison.base = describe_side(kernel, /*next=*/false);
  comparison.next = describe_side(kernel, /*next=*/true);
  comparison.domain = first.context.domain;
  comparison.cpus = first.context.kernel.cpus_online;
  comparison.functions = first.functions ? first.functions->chosen : 0;
  comparison.method = method_for(kernel, inside);
  comparison.differences =
      find_differences(side_of(kernel, /*next=*/false), side_of(kernel, /*next=*/true), options);
  comparison.notes = notes_on_boots(kernel);
  if (!comparable(comparison)) return draft;
  draft.evidence = weigh_rows(kernel, comparison.method, options);
  for (std::string& note : draft.evidence.notes) comparison.notes.push_back(std::move(note));
  return draft;
}

// Every selected metric holds all functions of a phase but the one made for the common ones.
Expected<void> use_common_functions(const Pairing& pairing, CompareOptions& options,
                                    std::vector<int64_t>& counts) {
  if (!options.common_functions) return {};
  options.metrics = {kCommonMetric};
  for (const KernelPair& kernel : pairing.kernels) {
    std::vector<RunResult*> results;
    for (const BootPair& boot : kernel.boots) {
      results.push_back(&boot.base->result);
      results.push_back(&boot.next->result);
    }
    auto common = add_common_functions(results);
    if (!common) return common.error();
    counts.push_back(*common);
  }
  return {};
}

int badness(Verdict verdict) {
  constexpr Verdict kOrder[] = {Verdict::kWorse, Verdict::kMoreRounds, Verdict::kNotComparable,
                                Verdict::kBetter, Verdict::kSame};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), verdict) -
                          std::begin(kOrder));
}

// How far a figure moved; what has no ratio moved farthest.
double distance(const Finding& finding) {
  return finding.ratio ? std::abs(std::log(*finding.ratio)) : HUGE_VAL;
}

void sort_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (a.verdict != b.verdict) return badness(a.verdict) < badness(b.verdict);
    const bool moved = a.verdict == Verdict::kWorse || a.verdict == Verdict::kBetter;
    return moved && distance(a) > distance(b);
  });
}

KernelComparison finish(Draft draft) {
  KernelComparison& kernel = draft.kernel;
  kernel.findings = std::move(draft.evidence.settled);
  for (const RowEvidence& row : draft.evidence.rows) {
    std::vector<Finding> findings;
    for (const Evidence& evidence : row.metrics) findings.push_back(evidence.finding);
    for (Disagreement& one : find_disagreements(findings, row.waiting)) {
      kernel.disagreements.push_back(std::move(one));
    }
    kernel.findings.insert(kernel.findings.end(), findings.begin(), findings.end());
  }
  sort_findings(kernel.findings);
  return std::move(draft.kernel);
}

int badness(const KernelComparison& kernel) {
  if (!comparable(kernel) || kernel.findings.empty()) return badness(Verdict::kNotComparable);
  return badness(kernel.findings.front().verdict);
}

void decide_all(std::vector<Draft>& drafts, double alpha) {
  std::vector<Evidence*> tested;
  for (Draft& draft : drafts) {
    for (RowEvidence& row : draft.evidence.rows) {
      for (Evidence& evidence : row.metrics) {
        if (evidence.tested) tested.push_back(&evidence);
      }
    }
  }
  decide(std::move(tested), alpha);
}

}  // namespace

Expected<void> check_options(const CompareOptions& options) {
  if (auto known = check_across(options.across); !known) return known;
  if (options.common_functions && options.across.contains("functions")) {
    return usage("--common-functions and --across functions contradict each other",
                 "the one compares what both have, the other all that each has: say one");
  }
  if (options.common_functions && !options.metrics.empty()) {
    return usage(
        fmt::format("--common-functions compares {} alone, and takes no --metric", kCommonMetric),
        "the other metrics hold all functions of each side: leave one of the two out");
  }
  if (!options.base_mechanism.empty() && options.base_mechanism == options.next_mechanism) {
    return usage(fmt::format("--mechanism names {} twice", options.base_mechanism),
                 "name two, or none to compare every mechanism with itself");
  }
  return {};
}

Expected<Comparison> compare(std::vector<LoadedResult> base, std::vector<LoadedResult> next,
                             const CompareOptions& given) {
  Comparison comparison;
  comparison.options = given;
  CompareOptions options = given;
  if (auto sound = check_options(options); !sound) return sound.error();
  for (const auto* side : {&base, &next}) {
    if (auto once = check_no_copies(*side); !once) return once.error();
  }
  const Pairing pairing = pair_results(base, next);
  std::vector<bool> inside;
  for (const KernelPair& kernel : pairing.kernels) {
    auto same = inside_boots(kernel, options);
    if (!same) return same.error();
    inside.push_back(*same);
  }
  if (!options.base_mechanism.empty()) {
    const std::string& to = options.next_mechanism;
    if (auto kept = keep_mechanism(base, options.base_mechanism, to); !kept) return kept.error();
    if (auto kept = keep_mechanism(next, to, to); !kept) return kept.error();
  }
  if (auto known = check_patterns(options.metrics, base, next); !known) return known.error();
  std::vector<int64_t> common;
  if (auto used = use_common_functions(pairing, options, common); !used) return used.error();
  std::vector<Draft> drafts;
  for (size_t i = 0; i < pairing.kernels.size(); ++i) {
    drafts.push_back(draft_of(pairing.kernels[i], inside[i], options));
  }
  for (size_t i = 0; i < common.size(); ++i) drafts[i].kernel.functions = common[i];
  decide_all(drafts, options.alpha);
  for (Draft& draft : drafts) comparison.kernels.push_back(finish(std::move(draft)));
  std::stable_sort(comparison.kernels.begin(), comparison.kernels.end(),
                   [](const auto& a, const auto& b) { return badness(a) < badness(b); });
  comparison.missing = pairing.only_base;
  for (const std::string& kernel : pairing.only_next) {
    comparison.notes.push_back(fmt::format("{} is in NEW only: not compared", kernel));
  }
  return comparison;
}

}  // namespace trampcheck
