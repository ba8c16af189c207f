// An experiment as runs of a command: what a stopwatch around the whole would have read.
#ifndef TRAMPCHECK_RESULTS_EXPORT_RUNS_H_
#define TRAMPCHECK_RESULTS_EXPORT_RUNS_H_

#include <string>
#include <vector>

#include "results/export/groups.h"
#include "results/model/model.h"

namespace trampcheck {

struct RunSamples {
  std::vector<int64_t> samples;  // one a run
  std::string reason;            // why there are none
};

// A metric of a group's runs: the sum over the phases open, load, attach, hit, detach and unload of
// each round, or the phase `command` of a program from outside alone. Without samples where one of
// the phases has none.
RunSamples run_samples(const Group& group, const std::string& metric);

// The command that made the runs: params.command, or what trampcheck was asked to run, with this
// mechanism (and size) alone.
std::string run_command(const Context& context, const Group& group);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_RUNS_H_
