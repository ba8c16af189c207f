// What results were measured on and with, and how to measure them again.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_ENVIRONMENT_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_ENVIRONMENT_H_

#include <string>
#include <vector>

#include "results/export/matrix.h"

namespace trampcheck {

// What is alike for all rows of the matrix as a list, what is not as a table with a column for
// each row; options of the build and knobs likewise, folded away.
std::string environment_html(const Matrix& matrix);

// The commands that the results say they were made by, each once, and with what.
std::string reproduce_html(const Matrix& matrix);

// The words as a line for a shell: what has other than plain characters in single quotes, with
// "trampcheck" in front unless the first word already names it.
std::string shell_line(const std::vector<std::string>& argv);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_ENVIRONMENT_H_
