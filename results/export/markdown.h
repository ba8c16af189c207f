// The format `markdown`: for a page on a forge, or the summary of a CI job.
#ifndef TRAMPCHECK_RESULTS_EXPORT_MARKDOWN_H_
#define TRAMPCHECK_RESULTS_EXPORT_MARKDOWN_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// Markdown (GitHub's): one result in full, verdicts first; several side by side. Headings begin at
// the second level: it is to stand in a page of someone else's.
std::string markdown_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_MARKDOWN_H_
