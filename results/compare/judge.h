// From samples to a verdict on one metric of one row.
#ifndef TRAMPCHECK_RESULTS_COMPARE_JUDGE_H_
#define TRAMPCHECK_RESULTS_COMPARE_JUDGE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "results/compare/comparison.h"
#include "results/compare/rules.h"

namespace trampcheck {

// The rounds of one boot of either side, in the order taken. Neither is empty.
struct BootSamples {
  std::span<const int64_t> base;
  std::span<const int64_t> next;
};

// What is to be judged, and by what measure.
struct Question {
  std::vector<BootSamples> boots;  // at least one; exactly one in kRankSum
  Better better = Better::kLower;
  MetricRule rule;
  double tolerance = 0;  // share; kExact only
};

// A verdict in the making: whether it stands is known only once all p-values are.
struct Evidence {
  Finding finding;         // all but p_adjusted and, where `tested`, the verdict
  bool tested = false;     // by a test that has a p
  bool enough = false;     // n is large enough for p < alpha to exist
  bool unanimous = false;  // p is the smallest that n can give
  bool large = false;      // the change passes gate and floor
  bool better = false;     // the direction of the change
};

// Of each boot the first so many rounds that both sides have: the best of more rounds would be
// better by that alone.
Evidence weigh(Question question, Method method, const CompareOptions& options);

// Gives p_adjusted and the verdict of those that were tested, for all findings of a comparison
// together: worse or better takes p_adjusted < alpha and a large change, both.
void decide(std::vector<Evidence*> tested, double alpha);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_JUDGE_H_
