// The lines below a table: what one row says beside its metrics.
#ifndef TRAMPCHECK_RESULTS_EXPORT_TEXT_ROW_H_
#define TRAMPCHECK_RESULTS_EXPORT_TEXT_ROW_H_

#include <string>

#include "results/model/model.h"

namespace trampcheck {

// "PASS", or "FAIL: reason".
std::string status_text(const ResultRow& row);

// Appends counts, hit check, leaks, failures by reason, times of single functions, kernel log and
// warnings: one labelled paragraph each, for as far as the row has them.
void put_row_notes(std::string& out, const ResultRow& row);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_TEXT_ROW_H_
