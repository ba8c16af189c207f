// From --functions and its kin to a Selection.
#ifndef TRAMPCHECK_TOOLS_CLI_SELECT_H_
#define TRAMPCHECK_TOOLS_CLI_SELECT_H_

#include "harness/kernel/select.h"
#include "tools/cli/verbs.h"

namespace trampcheck {

// Reads the @FILEs. Errors (kUsage): two set files, one that cannot be read or is none.
Expected<Selection> to_selection(const SelectArgs& args);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_SELECT_H_
