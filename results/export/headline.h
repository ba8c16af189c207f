// The headline table: every mechanism on every kernel, and what follows from it.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HEADLINE_H_
#define TRAMPCHECK_RESULTS_EXPORT_HEADLINE_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/export/document.h"
#include "results/export/matrix.h"

namespace trampcheck {

// "3", or "4 in 12 settings": guests of one kernel with other CPUs, clocks or functions are rows of
// their own. With `noun` after the first number: "3 kernels".
std::string kernels_counted(const Matrix& matrix, std::string_view noun = "");

// The headline in parts, for pages that set them out their own way.
struct HeadlineParts {
  Section common;                // what all rows have in common
  std::vector<Section> figures;  // by Figure, a row for each kernel; none without a mechanism
  Section below;                 // why cells have no figure, and in what the rows differ
  Document sizes;                // what was measured by size: a table for each kernel and mechanism
  Document answers;              // headline_answers()
  Section verdicts;              // faults that no cell shows, and the gravest status of all
};
HeadlineParts headline_parts(const Matrix& matrix);

// What all rows have in common; cpu and wall of attach and detach per function, a table each, with
// the reasons of the cells that have no figure below; in what the rows differ; the tables by size;
// the answers; and the verdicts that no cell shows.
Document headline(const Matrix& matrix);

// headline() as plain ASCII, at most 100 columns.
std::string headline_text(const Matrix& matrix);

// The same for one kernel: a row for each mechanism, with its verdict.
Section verdict_section(const Matrix& matrix);

// The answers alone, a section each: by what factor one link for all is cheaper than one for each,
// the step from one kernel to the next, what ftrace's bookkeeping costs. Only those that follow
// from the figures.
Document headline_answers(const Matrix& matrix);

// What the rows were run on and with: where they agree, and where not.
struct Conditions {
  std::vector<Note> common;
  std::vector<Note> differing;
};
Conditions conditions_of(const Matrix& matrix);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HEADLINE_H_
