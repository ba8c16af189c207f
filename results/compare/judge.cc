#include "results/compare/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/compare/exact.h"
#include "results/stats/adjust.h"
#include "results/stats/rank_sum.h"
#include "results/stats/signed_rank.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr int64_t kMostPairs = 1000;

void trim_to_common_rounds(std::vector<BootSamples>& boots) {
  for (BootSamples& boot : boots) {
    const size_t rounds = std::min(boot.base.size(), boot.next.size());
    boot.base = boot.base.first(rounds);
    boot.next = boot.next.first(rounds);
  }
}

double median_of_boots(const Question& question, bool next) {
  std::vector<double> medians;
  for (const BootSamples& boot : question.boots) {
    medians.push_back(median(next ? boot.next : boot.base));
  }
  return median(medians);
}

double best_of(std::span<const int64_t> rounds, Better better) {
  const auto [least, most] = std::minmax_element(rounds.begin(), rounds.end());
  return static_cast<double>(better == Better::kLower ? *least : *most);
}

bool all_positive(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

std::vector<double> logs(std::span<const double> values) {
  std::vector<double> out;
  out.reserve(values.size());
  for (double value : values) out.push_back(std::log(value));
  return out;
}

// Shares are of ratios, so that twice as much and half as much are equally far from 1.
void set_ratio(Finding& finding, const Shift& shift) {
  finding.ratio = std::exp(shift.centre);
  if (shift.low) finding.low = std::exp(*shift.low);
  if (shift.high) finding.high = std::exp(*shift.high);
}

void set_size(Evidence& evidence, const Question& question, double change) {
  const Finding& finding = evidence.finding;
  const double share = finding.ratio ? std::abs(std::log(*finding.ratio)) : HUGE_VAL;
  evidence.large = share > std::log1p(finding.gate) && std::abs(change) > question.rule.floor;
  evidence.better = (change < 0) == (question.better == Better::kLower);
}

// One statistic a boot: the best round, which noise can only move away from.
void weigh_pairs(Evidence& evidence, const Question& question, double alpha) {
  std::vector<double> base;
  std::vector<double> next;
  for (const BootSamples& boot : question.boots) {
    base.push_back(best_of(boot.base, question.better));
    next.push_back(best_of(boot.next, question.better));
  }
  const bool on_logs = all_positive(base) && all_positive(next);
  const std::vector<double> from = on_logs ? logs(base) : base;
  const std::vector<double> to = on_logs ? logs(next) : next;
  std::vector<double> differences;
  for (size_t i = 0; i < from.size(); ++i) differences.push_back(to[i] - from[i]);
  const auto n = static_cast<int64_t>(differences.size());
  Finding& finding = evidence.finding;
  finding.n = n;
  finding.p = signed_rank(differences).p;
  const Shift shift = signed_rank_shift(differences, 1 - alpha);
  double change = shift.centre;
  if (on_logs) {
    set_ratio(finding, shift);
    change = std::expm1(shift.centre) * median(base);
  }
  set_size(evidence, question, change);
  evidence.unanimous = *finding.p <= smallest_signed_rank_p(n);
  evidence.enough = smallest_signed_rank_p(n) < alpha;
  if (!evidence.enough) {
    finding.reason =
        fmt::format("{} of boots; p < {:g} takes {}",
                    n == 1 ? "1 pair" : fmt::format("{} pairs", n), alpha, needed_pairs(alpha));
  }
}

void weigh_rounds(Evidence& evidence, const Question& question, double alpha) {
  const BootSamples& boot = question.boots.front();
  std::vector<double> base(boot.base.begin(), boot.base.end());
  std::vector<double> next(boot.next.begin(), boot.next.end());
  const bool on_logs = all_positive(base) && all_positive(next);
  const double middle = median(base);
  if (on_logs) {
    base = logs(base);
    next = logs(next);
  }
  const auto n = static_cast<int64_t>(base.size());
  Finding& finding = evidence.finding;
  finding.n = n;
  finding.p = rank_sum(base, next).p;
  const Shift shift = rank_sum_shift(base, next, 1 - alpha);
  if (on_logs) set_ratio(finding, shift);
  set_size(evidence, question, on_logs ? std::expm1(shift.centre) * middle : shift.centre);
  evidence.unanimous = *finding.p <= smallest_rank_sum_p(n, n);
  evidence.enough = smallest_rank_sum_p(n, n) < alpha;
  if (!evidence.enough) {
    finding.reason =
        fmt::format("{} a side; p < {:g} takes {}",
                    n == 1 ? "1 round" : fmt::format("{} rounds", n), alpha, needed_values(alpha));
  }
}

// How many pairs it takes to be certain of one finding among so many.
int64_t pairs_for(size_t findings, double alpha) {
  int64_t n = 1;
  while (n < kMostPairs && smallest_signed_rank_p(n) * static_cast<double>(findings) >= alpha) ++n;
  return n;
}

void decide_one(Evidence& evidence, size_t findings, double alpha) {
  Finding& finding = evidence.finding;
  const bool certain = *finding.p_adjusted < alpha;
  finding.verdict = Verdict::kSame;
  if (!evidence.enough) {
    finding.verdict = Verdict::kMoreRounds;
  } else if (certain && evidence.large) {
    finding.verdict = evidence.better ? Verdict::kBetter : Verdict::kWorse;
  } else if (evidence.large && evidence.unanimous) {
    // As certain as so few can be, and still not enough beside so many other findings.
    finding.verdict = Verdict::kMoreRounds;
    finding.reason = fmt::format("all {} agree, but among {} findings it takes {}", finding.n,
                                 findings, pairs_for(findings, alpha));
  }
}

}  // namespace

Evidence weigh(Question question, Method method, const CompareOptions& options) {
  trim_to_common_rounds(question.boots);
  Evidence evidence;
  Finding& finding = evidence.finding;
  finding.better = question.better;
  finding.base = median_of_boots(question, /*next=*/false);
  finding.next = median_of_boots(question, /*next=*/true);
  finding.gate = options.threshold.value_or(question.rule.gate);
  if (method == Method::kExact) {
    finding.gate = std::max(question.tolerance, options.threshold.value_or(0));
    compare_rounds(question, finding);
    return evidence;
  }
  evidence.tested = true;
  if (method == Method::kSignedRank) {
    weigh_pairs(evidence, question, options.alpha);
  } else {
    weigh_rounds(evidence, question, options.alpha);
  }
  return evidence;
}

void decide(std::vector<Evidence*> tested, double alpha) {
  std::vector<double> p;
  p.reserve(tested.size());
  for (const Evidence* evidence : tested) p.push_back(*evidence->finding.p);
  const std::vector<double> adjusted = adjust_for_many(p);
  for (size_t i = 0; i < tested.size(); ++i) {
    tested[i]->finding.p_adjusted = adjusted[i];
    decide_one(*tested[i], tested.size(), alpha);
  }
}

}  // namespace trampcheck
