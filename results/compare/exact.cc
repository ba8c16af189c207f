#include "results/compare/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "results/stats/summary.h"

namespace trampcheck {
namespace {

struct Moves {
  std::vector<double> changes;  // next - base, ascending
  std::vector<double> ratios;   // next / base, ascending; fewer where a base is 0
  size_t up = 0;                // beyond gate and floor
  size_t down = 0;
};

Moves take_moves(const Question& question, double gate) {
  Moves moves;
  for (const BootSamples& boot : question.boots) {
    for (size_t i = 0; i < boot.base.size(); ++i) {
      const auto base = static_cast<double>(boot.base[i]);
      const auto next = static_cast<double>(boot.next[i]);
      const double limit = std::max(question.rule.floor, gate * std::min(base, next));
      moves.changes.push_back(next - base);
      if (base > 0) moves.ratios.push_back(next / base);
      if (next - base > limit) ++moves.up;
      if (base - next > limit) ++moves.down;
    }
  }
  std::sort(moves.changes.begin(), moves.changes.end());
  std::sort(moves.ratios.begin(), moves.ratios.end());
  return moves;
}

// What all but the outermost `spare` on either side agree on.
struct Agreed {
  double low = 0;
  double high = 0;
};

Agreed agreed(const std::vector<double>& sorted, size_t spare) {
  return {sorted[spare], sorted[sorted.size() - 1 - spare]};
}

bool closer_than_far(double low, double high) {
  return std::abs(high - low) < std::min(std::abs(low), std::abs(high));
}

// In time, as where a wait was added, or as a share, as where all work became dearer.
bool agree_on_distance(const Moves& moves, const Finding& finding, size_t spare) {
  const Agreed change = agreed(moves.changes, spare);
  if (closer_than_far(change.low, change.high)) return true;
  if (!finding.low || !finding.high || *finding.low <= 0) return false;
  return closer_than_far(std::log(*finding.low), std::log(*finding.high));
}

std::string moved_text(const Finding& finding, size_t rounds) {
  if (!finding.low || !finding.high) return fmt::format("its {} rounds disagree", rounds);
  return fmt::format("its {} rounds moved by {:+.1f} % to {:+.1f} %", rounds,
                     100 * (*finding.low - 1), 100 * (*finding.high - 1));
}

}  // namespace

void compare_rounds(const Question& question, Finding& finding) {
  const Moves moves = take_moves(question, finding.gate);
  const size_t rounds = moves.changes.size();
  const size_t spare = rounds / 4;
  finding.n = static_cast<int64_t>(rounds);
  if (moves.ratios.size() == rounds) finding.ratio = quantile(moves.ratios, 0.5);
  if (finding.ratio && rounds > 1) {
    const Agreed ratio = agreed(moves.ratios, spare);
    finding.low = ratio.low;
    finding.high = ratio.high;
  }
  const bool all_up = moves.up >= rounds - spare;
  const bool all_down = moves.down >= rounds - spare;
  if (!all_up && !all_down) {
    finding.verdict = Verdict::kSame;
  } else if (rounds == 1) {
    finding.verdict = Verdict::kMoreRounds;
    finding.reason = "it moved, but one sample is no verdict";
  } else if (!agree_on_distance(moves, finding, spare)) {
    finding.verdict = Verdict::kMoreRounds;
    finding.reason = moved_text(finding, rounds);
  } else {
    const bool better = all_down == (question.better == Better::kLower);
    finding.verdict = better ? Verdict::kBetter : Verdict::kWorse;
  }
}

}  // namespace trampcheck
