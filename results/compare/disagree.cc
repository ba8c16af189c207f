#include "results/compare/disagree.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace trampcheck {
namespace {

const Finding* find(const std::vector<Finding>& findings, const std::string& metric) {
  auto found = std::find_if(findings.begin(), findings.end(),
                            [&](const Finding& one) { return one.metric == metric; });
  return found == findings.end() ? nullptr : &*found;
}

// Floors differ from metric to metric: of two that moved alike one may count and the other not.
bool moved_alike(const Finding& first, const Finding& second) {
  if (!first.ratio || !second.ratio) return false;
  const double apart = std::abs(std::log(*first.ratio / *second.ratio));
  return apart <= std::log1p(std::max(first.gate, second.gate));
}

bool sure(Verdict verdict) {
  return verdict == Verdict::kWorse || verdict == Verdict::kBetter || verdict == Verdict::kSame;
}

}  // namespace

std::vector<Disagreement> find_disagreements(const std::vector<Finding>& findings,
                                             std::optional<double> waiting) {
  struct {
    const char* first;
    const char* second;
    bool waits;
  } pairs[] = {{"cpu_ns", "wall_ns", true}, {"cycles_k", "cpu_ns", false}};
  std::vector<Disagreement> all;
  for (const auto& pair : pairs) {
    const Finding* first = find(findings, pair.first);
    const Finding* second = find(findings, pair.second);
    if (!first || !second || first->verdict == second->verdict) continue;
    if (!sure(first->verdict) || !sure(second->verdict)) continue;
    if (moved_alike(*first, *second)) continue;
    all.push_back({first->id, *first, *second, pair.waits ? waiting : std::nullopt});
  }
  return all;
}

}  // namespace trampcheck
