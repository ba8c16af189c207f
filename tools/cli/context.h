// The part of a result that says what ran, where, and how.
#ifndef TRAMPCHECK_TOOLS_CLI_CONTEXT_H_
#define TRAMPCHECK_TOOLS_CLI_CONTEXT_H_

#include "results/model/model.h"
#include "tools/cli/environment.h"

namespace trampcheck {

inline constexpr const char* kSuiteVersion = "0.1.0";

// "0.1.0 (commit abc1234)".
std::string version_text();

// The suite's side only: version, commit, tools, argv, time.
Context suite_context(const std::vector<std::string>& argv);

// The above, with the running kernel.
Context running_context(const Environment& environment);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_CONTEXT_H_
