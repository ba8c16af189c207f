// From what came out of a virtual machine to a result and an exit status.
#ifndef TRAMPCHECK_TOOLS_CLI_VM_RESULT_H_
#define TRAMPCHECK_TOOLS_CLI_VM_RESULT_H_

#include <string>
#include <vector>

#include "results/model/model.h"
#include "tools/kernels/kernels.h"
#include "tools/vm/runner.h"

namespace trampcheck {

// The guest's result (or its last snapshot) with how the machine ran; where the machine came to a
// bad end, a row `vm` says so with the last words of the console; where there was no machine at
// all, there are no rows. `host` is the context as the host has it: when the run began and by which
// command, and all there is of a guest that never sent its own.
RunResult to_result(const VmOutcome& outcome, const Kernel& kernel, Context host);

// A kernel that broke after it had booted is at fault (1); what keeps it from booting, or breaks
// the machine around it, is the environment (4).
int exit_of(const VmOutcome& outcome);

// Lines for stderr: how the machine ended, and the last words of its console.
std::vector<std::string> describe_failure(const VmOutcome& outcome, const std::string& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_VM_RESULT_H_
