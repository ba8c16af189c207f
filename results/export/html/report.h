// The format `html`: one file that needs nothing else, neither network nor script.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_REPORT_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_REPORT_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// Verdicts and tables first, then for each mechanism the distribution of its times on each kernel
// and how they grow with the number of functions, then the environment and how to reproduce. In
// HTML that is well-formed XML as well.
std::string html_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_REPORT_H_
