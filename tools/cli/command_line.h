// The command line as a value.
#ifndef TRAMPCHECK_TOOLS_CLI_COMMAND_LINE_H_
#define TRAMPCHECK_TOOLS_CLI_COMMAND_LINE_H_

#include <string>
#include <vector>

#include "results/base/expected.h"
#include "tools/cli/compare_options.h"
#include "tools/cli/description.h"
#include "tools/cli/selftest.h"
#include "tools/cli/verbs.h"

namespace trampcheck {

enum class Verb {
  kNone,
  kHelp,
  kProbe,
  kList,
  kSelect,
  kRun,
  kVm,
  kKernels,
  kBisect,
  kReport,
  kCompare,
  kSelftest,
  kCompletion,
  kMan,
  kValidate
};

struct CommandLine {
  Verb verb = Verb::kNone;
  std::string help;  // for kHelp: what to print
  bool json = false;
  std::string list_what;
  SelectArgs select;
  RunArgs run;
  VmArgs vm;
  BisectArgs bisect;
  ReportArgs report;
  CompareArgs compare;
  SelftestArgs selftest;
  std::string shell;  // for kCompletion
  std::string kernels_action;
  std::vector<std::string> kernel_variants;  // of kernels build
  std::vector<std::string> operands;         // series or files
};

// `arguments` without the program's name. Errors (kUsage): unknown verb or option, wrong value.
Expected<CommandLine> parse_command_line(const std::vector<std::string>& arguments);

// All of it, as data.
CommandDescription describe_command_line();

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_COMMAND_LINE_H_
