// Where the time of a link goes: kernels of one source with and without ftrace under trampolines,
// one text poke at a time and in batches (tools/kernels/variants), set against each other.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_PARTS_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_PARTS_H_

#include <optional>
#include <string>
#include <vector>

#include "results/export/document.h"
#include "results/load.h"

namespace trampcheck {

// Time per function of one phase at one size, in ns; nothing where the variant or the mechanism was
// not measured there.
struct Parts {
  std::string kernel;  // release of the source
  std::string domain;
  int64_t cpus = 0;
  int64_t functions = 0;
  std::optional<double> wall;          // fentry of base: the whole
  std::optional<double> waiting;       // of it, not on a CPU: grace periods
  std::optional<double> ftrace;        // CPU of base less that of poke
  std::optional<double> single_pokes;  // CPU of poke less that of poke_batch
  std::optional<double> rest;          // CPU of poke_batch: system calls, images, batched pokes
  std::optional<double> batch_with_ftrace;     // base: fentry over fentry_multi
  std::optional<double> batch_without_ftrace;  // poke's fentry over poke_batch's batch
};

// For "attach" or "detach", by series, domain, CPUs and size. Empty without results of variants.
std::vector<Parts> parts_of(const std::vector<LoadedResult>& results, const std::string& phase);

// A table for attach and one for detach. Empty likewise.
std::vector<Section> parts_sections(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_PARTS_H_
