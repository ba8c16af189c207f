// Where the clocks of one row tell different stories.
#ifndef TRAMPCHECK_RESULTS_COMPARE_DISAGREE_H_
#define TRAMPCHECK_RESULTS_COMPARE_DISAGREE_H_

#include <optional>
#include <vector>

#include "results/compare/comparison.h"

namespace trampcheck {

// Of the findings of one row: cpu_ns against wall_ns, and cycles_k against cpu_ns, where their
// verdicts are sure and not the same, and the moves are farther apart than what counts. `waiting`
// is what blocked_ns changed by, in ns.
std::vector<Disagreement> find_disagreements(const std::vector<Finding>& findings,
                                             std::optional<double> waiting);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_DISAGREE_H_
