// The tables of the history page.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_TABLES_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_TABLES_H_

#include <string>

#include "results/export/html/history.h"

namespace trampcheck {

// "attach cpu per function", "hit wall".
std::string series_name(const HistorySeries& series);

// Whether a series is of attaching or detaching, which the page shows first.
bool is_main(const HistorySeries& series);

// "+20.1 %"; "new" where it was 0.
std::string step_label(const Step& step);

// "2026-11-30", and the kernel's release where `with_release`.
std::string night_label(const LoadedResult& night, bool with_release);

// A line for each step, newest first and of a night the largest first: figure, change, levels, how
// sure it is, and the kernels on either side. In words where there is none. Of the main series or
// of the others.
std::string steps_html(const History& history, bool main);

// Attach and detach of each mechanism in the newest night that has it, with the change from the
// night before.
std::string newest_html(const History& history);

// A line for each night, newest first.
std::string nights_html(const History& history);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_HISTORY_TABLES_H_
