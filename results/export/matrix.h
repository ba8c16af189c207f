// Results side by side: kernels against mechanisms, in time per function. Pure data; the headline
// table and the pages are made of it.
#ifndef TRAMPCHECK_RESULTS_EXPORT_MATRIX_H_
#define TRAMPCHECK_RESULTS_EXPORT_MATRIX_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "results/export/groups.h"
#include "results/load.h"

namespace trampcheck {

enum class Figure { kAttachCpu, kAttachWall, kDetachCpu, kDetachWall };
inline constexpr std::array<Figure, 4> kFigures = {Figure::kAttachCpu, Figure::kAttachWall,
                                                   Figure::kDetachCpu, Figure::kDetachWall};

// One mechanism on one kernel, over all boots and rounds.
struct Cell {
  std::optional<Status> status;  // the gravest of the boots'; nothing: it was not run
  std::string reason;            // why the status is not PASS or DONE
  std::array<std::vector<double>, kFigures.size()> ns_per_function;  // by Figure

  // PASS or DONE: its figures can be quoted.
  bool sound() const;
  // Median in ns; nothing where the cell is not sound or has no samples.
  std::optional<double> median_of(Figure figure) const;
};

// Boots of one kernel in one environment: same build, command line and knobs, domain, number of
// CPUs, and set of functions. What differs in any of these is a row of its own.
struct KernelRow {
  std::string label;                       // short, unique among the rows
  std::vector<const LoadedResult*> boots;  // at least one
  std::vector<Cell> cells;                 // by mechanism

  std::vector<const RunResult*> runs() const;
  const Context& context() const { return boots.front()->result.context; }
  const std::optional<FunctionSet>& functions() const { return boots.front()->result.functions; }
};

struct Matrix {
  std::vector<std::string> mechanisms;  // in the order of their first appearance
  std::vector<KernelRow> kernels;       // by domain, CPUs, then version, numbers by value
};

// Experiments that are not the plain attach of a mechanism (other suites, parts of the set) are
// left out. Points into `results`, which must live as long.
Matrix make_matrix(const std::vector<LoadedResult>& results);

// The mechanism that a group attaches the whole set with; empty for any other experiment.
std::string plain_mechanism(const Group& group);

// The column of a mechanism's name, or nothing.
const Cell* find_cell(const Matrix& matrix, const KernelRow& row, const std::string& mechanism);

// Whether figures per function may be set against each other: same domain and number of CPUs, and
// nine of ten functions in common.
bool alike(const KernelRow& a, const KernelRow& b);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_MATRIX_H_
