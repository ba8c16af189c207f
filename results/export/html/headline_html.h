// The headline table as a page shows it.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_HEADLINE_HTML_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_HEADLINE_HTML_H_

#include <string>

#include "results/export/headline.h"

namespace trampcheck {

// A table for attach and one for detach, the longer side as rows: cpu in each cell and wall below
// where it reads otherwise, bold where most of it is waiting. Empty where no cell has a figure.
// `parts` are the matrix's.
std::string headline_tables_html(const Matrix& matrix, const HeadlineParts& parts);

// Why cells have no figure, in what the rows differ and what they have in common.
std::string headline_notes_html(const Matrix& matrix, const HeadlineParts& parts);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_HEADLINE_HTML_H_
