// Rows of one side that answer to rows of the other, and whether they may be set against each
// other.
#ifndef TRAMPCHECK_RESULTS_COMPARE_COUNTERPART_H_
#define TRAMPCHECK_RESULTS_COMPARE_COUNTERPART_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/compare/comparison.h"
#include "results/compare/pairing.h"

namespace trampcheck {

// The rows with one id: of each pair of boots that of BASE and that of NEW, null where it has none.
struct RowPair {
  std::string id;
  std::vector<std::pair<const ResultRow*, const ResultRow*>> boots;
};

// In the order of BASE; what only NEW has comes last.
std::vector<RowPair> pair_rows(const KernelPair& kernel);

struct Counterpart {
  bool on_both_sides = false;
  std::optional<Finding> finding;  // where the row itself is news
  std::string note;
};

// Presence, status, parameters (but for the number of rounds) and number of attached functions.
Counterpart look_for_counterpart(const RowPair& row, const CompareOptions& options);

// The metric if it has samples, else null.
const Metric* measured_metric(const ResultRow& row, const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_COUNTERPART_H_
