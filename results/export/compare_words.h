// Words for a comparison, shared by its exporters. Plain text of printable characters, whatever the
// results hold.
#ifndef TRAMPCHECK_RESULTS_EXPORT_COMPARE_WORDS_H_
#define TRAMPCHECK_RESULTS_EXPORT_COMPARE_WORDS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/compare/comparison.h"

namespace trampcheck {

// "+0.25 %", "+12.3 %", "-4.00 %", "x2.50" from +100 % on, "=" where nothing moved at all; "" for
// none.
std::string change_text(std::optional<double> ratio);

// "+1.2 to +3.4 %", or "x2.0 to x3.1"; "" for none.
std::string interval_text(const Finding& finding);

// The adjusted p: "0.0078", "<0.0001"; "" for none.
std::string p_text(const Finding& finding);

// "worse", "better", "~", "?" (needs more rounds), "-" (not comparable).
const char* verdict_mark(Verdict verdict);

// "attach.fentry.detach: cpu_ns equal, wall_ns x2.03 (127 ms to 258 ms): blocked_ns explains it:
// 131 ms more waiting".
std::string disagreement_text(const Disagreement& one);

// What stands above the findings: label and text, in this order.
std::vector<std::pair<std::string, std::string>> header_lines(const Comparison& comparison,
                                                              const KernelComparison& kernel);

// "1 worse, 2 better, 33 ~, 0 need more rounds, 0 not comparable".
std::string counts_text(const Comparison& comparison);

// "worse (exit status 1)" and the like, with what to do about it.
std::string outcome_text(const Comparison& comparison);

// "--across config.HZ,cpus": what would let the refused kernels be compared; "" where nothing is
// refused.
std::string across_remedy(const Comparison& comparison);

// Findings that have a reason, those with one reason together: "2 findings: REASON: ID, ID".
std::vector<std::string> reason_lines(const KernelComparison& kernel, Verdict verdict);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_COMPARE_WORDS_H_
