// The options of `trampcheck bisect`.
#ifndef TRAMPCHECK_TOOLS_CLI_BISECT_OPTIONS_H_
#define TRAMPCHECK_TOOLS_CLI_BISECT_OPTIONS_H_

#include <CLI/CLI.hpp>

#include "tools/cli/verbs.h"

namespace trampcheck {

CLI::App* add_bisect(CLI::App& app, BisectArgs& args);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_BISECT_OPTIONS_H_
