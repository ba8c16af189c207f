// How the times of each mechanism grow with the number of functions.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_SCALING_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_SCALING_H_

#include <array>
#include <string>
#include <vector>

#include "results/export/document.h"
#include "results/export/matrix.h"
#include "results/export/scale.h"

namespace trampcheck {

// One mechanism on one kernel: medians over all rounds and boots of each of the four figures, by
// number of functions.
struct Scaling {
  std::string mechanism;
  std::string kernel;
  std::array<std::vector<SizedTime>, kFigures.size()> times;
};

// All that a matrix's results hold, mechanisms and kernels each in the order of the matrix's
// results. Empty where nothing was run with --scale.
std::vector<Scaling> scalings_of(const Matrix& matrix);

// A section for each figure: mechanisms against kernels, the time per function at the largest size
// and the fitted growth. Empty for no scalings.
std::vector<Section> scaling_sections(const std::vector<Scaling>& scalings);

// Charts: all mechanisms on the last kernel, then each mechanism on all kernels. Empty likewise.
std::string scaling_html(const std::vector<Scaling>& scalings);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_SCALING_H_
