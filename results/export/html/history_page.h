// The format `history`: the figures of many nights on one page.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_PAGE_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_PAGE_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// What changed and when, first; then where the figures stand, a chart for each of them, and the
// nights. Charts are drawings, which a script in the page makes interactive where scripts run.
std::string history_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_PAGE_H_
