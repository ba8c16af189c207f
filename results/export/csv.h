// The format `csv`: a line for each sample, for spreadsheets and data frames.
#ifndef TRAMPCHECK_RESULTS_EXPORT_CSV_H_
#define TRAMPCHECK_RESULTS_EXPORT_CSV_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// CSV (RFC 4180, UTF-8, lines end in CR LF): a line for each sample of each metric in the order
// taken, `round` counting from 1; one without a value and with the reason for a metric that was not
// measured; one without a metric for each verdict. The first line names the columns.
std::string csv_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_CSV_H_
