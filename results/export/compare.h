// A comparison for people and for programs. Each text is complete: print it or write it as it is.
#ifndef TRAMPCHECK_RESULTS_EXPORT_COMPARE_H_
#define TRAMPCHECK_RESULTS_EXPORT_COMPARE_H_

#include <string>

#include "results/compare/comparison.h"

namespace trampcheck {

// Two lines: how many findings have which verdict, and what comes of it.
std::string comparison_summary(const Comparison& comparison);

// At most 100 columns of printable ASCII, worst first.
std::string comparison_text(const Comparison& comparison);

// GitHub's Markdown: what moved in a table, what did not folded away.
std::string comparison_markdown(const Comparison& comparison);

// {"schema": {"name": "trampcheck.comparison", ...}}: every finding with all of its figures. A key
// is left out where there is no figure; shares and ratios are plain numbers.
std::string comparison_json(const Comparison& comparison);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_COMPARE_H_
