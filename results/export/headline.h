// The headline table: every mechanism on every kernel, and what follows from it.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HEADLINE_H_
#define TRAMPCHECK_RESULTS_EXPORT_HEADLINE_H_

#include <string>

#include "results/export/matrix.h"

namespace trampcheck {

// What all rows have in common; cpu and wall of attach and detach per function, a table each, with
// the reasons of the cells that have no figure below; in what the rows differ; the answers; and the
// verdicts that no cell shows. Plain ASCII, at most 100 columns.
std::string headline_text(const Matrix& matrix);

// The answers alone: by what factor one link for all is cheaper than one for each, the step from
// one kernel to the next, what ftrace's bookkeeping costs. Empty where nothing follows.
void put_answers(std::string& out, const Matrix& matrix);

// What the rows were run on and with: where they agree into `common`, where not into `differing`,
// as paragraphs.
void put_conditions(std::string& common, std::string& differing, const Matrix& matrix);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HEADLINE_H_
