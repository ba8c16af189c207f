// The options of `trampcheck report`.
#ifndef TRAMPCHECK_TOOLS_CLI_REPORT_OPTIONS_H_
#define TRAMPCHECK_TOOLS_CLI_REPORT_OPTIONS_H_

#include <CLI/CLI.hpp>

#include "tools/cli/verbs.h"

namespace trampcheck {

CLI::App* add_report(CLI::App& app, ReportArgs& args);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_REPORT_OPTIONS_H_
