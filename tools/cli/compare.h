// `trampcheck compare`.
#ifndef TRAMPCHECK_TOOLS_CLI_COMPARE_H_
#define TRAMPCHECK_TOOLS_CLI_COMPARE_H_

#include "tools/cli/compare_options.h"
#include "tools/cli/environment.h"

namespace trampcheck {

int verb_compare(const Environment& environment, const CompareArgs& args);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_COMPARE_H_
