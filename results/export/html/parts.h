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

// The kernels of one source in one kind of guest, on one set of functions.
struct PartsPlace {
  size_t number = 0;   // from 0; what differs may not be among what is shown
  std::string kernel;  // release of the source
  std::string domain;
  int64_t cpus = 0;
};

// Of one phase at one size; times in ns per function. Nothing where the variant or the mechanism
// was not measured there.
struct Parts {
  PartsPlace place;
  std::optional<int64_t> records;           // functions that ftrace knows, of base
  int64_t functions = 0;                    // asked for
  std::optional<double> wall;               // fentry of base: the whole
  std::optional<double> waiting;            // of it, not on a CPU: grace periods
  std::optional<double> ftrace;             // CPU of base less that of poke
  std::optional<double> poke;               // CPU of poke: system calls, images, a text poke each
  std::optional<double> batch;              // CPU of poke_batch: all in one batch
  std::optional<double> patching;           // of it, inside the batched text pokes (elapsed)
  std::optional<double> images;             // of it, making images (elapsed), where counted
  std::optional<double> rest;               // CPU outside of these: links; single pokes
  std::optional<double> rounds_single;      // of IPIs for each function, one poke each
  std::optional<double> rounds_batch;       // likewise in a batch
  std::optional<double> batch_with_ftrace;  // base: fentry over fentry_multi
  std::optional<double> batch_without_ftrace;  // poke's fentry over poke_batch's batch
};

// For "attach" or "detach", by series, domain, CPUs and size. Only what passed in whole runs, and
// only figures of the same functions, options and knobs are set against each other. Empty without
// results of variants.
std::vector<Parts> parts_of(const std::vector<LoadedResult>& results, const std::string& phase);

// How the CPU time of one way to patch grows.
struct PartsGrowth {
  PartsPlace place;
  std::string way;                 // "ftrace", "one poke each", "one batch"
  std::optional<double> exponent;  // with the functions: 1 is linear
  std::optional<double> over_one;  // at the largest size, over the same with one CPU
};

// In the order of the places, those with one way or more.
std::vector<PartsGrowth> parts_growth_of(const std::vector<LoadedResult>& results,
                                         const std::string& phase);

// For each phase a table of the parts and one of their growth. Empty likewise.
std::vector<Section> parts_sections(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_PARTS_H_
