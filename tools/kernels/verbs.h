// `trampcheck kernels list|fetch|show|build`.
#ifndef TRAMPCHECK_TOOLS_KERNELS_VERBS_H_
#define TRAMPCHECK_TOOLS_KERNELS_VERBS_H_

#include <atomic>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "tools/kernels/kernels.h"

namespace trampcheck {

// Progress on stderr: one line that is written over on a terminal, whole lines elsewhere.
Progress stderr_progress();

// Ends such a line, so that what follows starts on one of its own. Nothing without a terminal.
void end_stderr_progress();

// What a verb prints on stdout and how it ends. Errors go to stderr at once, one line each.
struct VerbResult {
  std::string out;
  Exit exit = Exit::kFine;
};

// Each series in reach: newest package, suite, whether it is cached.
VerbResult kernels_list(bool json);

// Fetches each (series, or paths, which are only checked) and prints where its image is. Goes on
// after a failure; the exit is that of the first.
VerbResult kernels_fetch(const std::vector<std::string>& asked);

// Describes what is cached for each series, or each path; without any, all that is cached. Never
// fetches.
VerbResult kernels_show(const std::vector<std::string>& asked);

// Builds these variants of a series, "base" where none is named, and prints where each image is.
// Goes on after a failure, unless `stop` is set; the exit is that of the first.
VerbResult kernels_build(const std::vector<std::string>& series,
                         const std::vector<std::string>& variants, const std::atomic<bool>* stop);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_VERBS_H_
