// What this machine holds of BPF and ftrace, before and after: the count must not grow.
#ifndef TRAMPCHECK_HARNESS_GUARD_CENSUS_H_
#define TRAMPCHECK_HARNESS_GUARD_CENSUS_H_

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

struct Census {
  std::set<uint32_t> links;
  std::set<uint32_t> programs;
  std::set<std::string> images;  // trampoline images in /proc/kallsyms
  int64_t enabled_functions = 0;
  int64_t fds = 0;  // open descriptors of this process
};

// Counts everything. Errors: no permission, tracefs missing.
Expected<Census> take_census();

struct Quiesced {
  std::vector<Leak> leaks;  // empty: all is back at the baseline
  int64_t polls = 0;        // looks taken until then
  bool interrupted = false;
};

// Waits until the kernel has let go of everything above the baseline, at most `limit_s` seconds.
// The cheapest sources are asked first and the dearest (kallsyms) last, each until it is back; what
// is not in time is returned as leaks. Images outlive their links by grace periods, so that several
// looks are normal. Errors: a source cannot be read.
Expected<Quiesced> wait_until_quiet(const Census& baseline, double limit_s,
                                    const std::atomic<bool>* stop);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_GUARD_CENSUS_H_
