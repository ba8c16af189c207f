// For each mechanism, how its times per function are distributed on each kernel.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTIONS_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTIONS_H_

#include <string>

#include "results/export/matrix.h"

namespace trampcheck {

// A figure for each mechanism that was measured anywhere, with a panel for attach and one for
// detach; where there is one kernel, one figure with a row for each mechanism; in words those that
// were not. Empty where none was.
std::string distributions_html(const Matrix& matrix);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_DISTRIBUTIONS_H_
