// The lines below a table: what one row says beside its metrics.
#ifndef TRAMPCHECK_RESULTS_EXPORT_ROW_NOTES_H_
#define TRAMPCHECK_RESULTS_EXPORT_ROW_NOTES_H_

#include <string>
#include <vector>

#include "results/export/document.h"
#include "results/model/model.h"

namespace trampcheck {

// "PASS", or "FAIL: reason".
std::string status_text(const ResultRow& row);

// Counts, hit check, leaks, failures by reason, times of single functions, kernel log and warnings,
// for as far as the row has them.
std::vector<Note> row_notes(const ResultRow& row);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_ROW_NOTES_H_
