// One kernel of BASE against one of NEW, row by row.
#ifndef TRAMPCHECK_RESULTS_COMPARE_ROWS_H_
#define TRAMPCHECK_RESULTS_COMPARE_ROWS_H_

#include <optional>
#include <string>
#include <vector>

#include "results/compare/judge.h"
#include "results/compare/pairing.h"

namespace trampcheck {

// The metrics of one row.
struct RowEvidence {
  std::string id;
  std::vector<Evidence> metrics;
  std::optional<double> waiting;  // what blocked_ns changed by, in ns
};

struct KernelEvidence {
  std::vector<RowEvidence> rows;
  std::vector<Finding> settled;  // what needs no figures: verdicts of rows, what has no counterpart
  std::vector<std::string> notes;
};

// Rows answer to each other by id. A row that failed in NEW only is worse. One that BASE measured
// and NEW has not, or not of the same (parameters, number of attached functions), is not
// comparable, and what belongs to it is not looked at. What only NEW has is noted.
KernelEvidence weigh_rows(const KernelPair& kernel, Method method, const CompareOptions& options);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_ROWS_H_
