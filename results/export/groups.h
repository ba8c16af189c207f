// Rows of a result sorted by experiment: a verdict and its phases.
#ifndef TRAMPCHECK_RESULTS_EXPORT_GROUPS_H_
#define TRAMPCHECK_RESULTS_EXPORT_GROUPS_H_

#include <string>
#include <vector>

#include "results/model/model.h"

namespace trampcheck {

struct Phase {
  std::string name;                // "attach"
  const ResultRow* row = nullptr;  // "attach.fentry.attach"
};

struct Group {
  std::string id;                      // "attach.fentry"
  const ResultRow* verdict = nullptr;  // null where the run ended before it
  std::vector<Phase> phases;           // in the order of the file
};

// In the order of the file. A row is a phase if its params name one; a verdict if they name a
// mechanism and no phase ("attach.fentry.n100" beside "attach.fentry"); otherwise a phase if
// another row has its id up to the last dot, or if it holds metrics ("attach.discover" is a phase
// of "attach", which has no verdict). Points into `result`, which must live as long.
std::vector<Group> group_rows(const RunResult& result);

// Whether the group's figures are of what its name says: a SKIP may have come late, when no
// function could be attached, and its phases then timed nothing.
bool has_figures(const Group& group);

// The metric with samples, or null.
const Metric* measured(const ResultRow& row, const std::string& name);

// The largest number of samples of any metric in the row: its rounds.
size_t rounds_of(const ResultRow& row);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_GROUPS_H_
