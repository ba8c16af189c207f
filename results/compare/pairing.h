// Which results answer to which: kernels of one side to kernels of the other, boots to boots.
#ifndef TRAMPCHECK_RESULTS_COMPARE_PAIRING_H_
#define TRAMPCHECK_RESULTS_COMPARE_PAIRING_H_

#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/load.h"

namespace trampcheck {

struct BootPair {
  LoadedResult* base = nullptr;
  LoadedResult* next = nullptr;
};

struct KernelPair {
  std::string base;  // the kernel as it was asked for: series or file name; else its release
  std::string next;
  std::vector<BootPair> boots;  // at least one
  size_t base_left_out = 0;     // boots without a counterpart
  size_t next_left_out = 0;
};

struct Pairing {
  std::vector<KernelPair> kernels;
  std::vector<std::string> only_base;  // kernels
  std::vector<std::string> only_next;
};

// With one kernel a side, these two; else by the name of the kernel. Boots of a kernel by their
// number, those with the same number in the order in which they started; where no number is on
// both sides, in order. Points into `base` and `next`.
Pairing pair_results(std::vector<LoadedResult>& base, std::vector<LoadedResult>& next);

// Whether the two are one and the same run: started in the same second, took the host equally
// long, and have the same samples.
bool same_run(const RunResult& a, const RunResult& b);

// Errors (Exit::kUsage): a run that stands in the list twice, as copies do.
Expected<void> check_no_copies(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_PAIRING_H_
