// From a command line to the verb that does it.
#include <fmt/format.h>

#include <algorithm>

#include "results/store.h"
#include "tools/cli/command_line.h"
#include "tools/cli/compare.h"
#include "tools/cli/progress.h"
#include "tools/cli/selftest.h"
#include "tools/cli/verbs.h"
#include "tools/kernels/verbs.h"

namespace trampcheck {
namespace {

int verb_kernels(const Environment& environment, const CommandLine& line) {
  if (line.kernels_action == "build") catch_interrupts();
  const VerbResult result =
      line.kernels_action == "list"    ? kernels_list(line.json)
      : line.kernels_action == "fetch" ? kernels_fetch(line.operands)
      : line.kernels_action == "build"
          ? kernels_build(line.operands, line.kernel_variants, &interrupt_flag())
          : kernels_show(line.operands);
  environment.print(result.out);
  return static_cast<int>(result.exit);
}

int dispatch(const Environment& environment, const CommandLine& line) {
  switch (line.verb) {
    case Verb::kHelp:
      environment.print(line.help);
      return 0;
    case Verb::kProbe:
      return verb_probe(environment, line.json, line.run.here);
    case Verb::kList:
      return verb_list(environment, line.list_what);
    case Verb::kSelect:
      return verb_select(environment, line.select);
    case Verb::kRun:
      return verb_run(environment, line.run);
    case Verb::kVm:
      return verb_vm(environment, line.vm);
    case Verb::kKernels:
      return verb_kernels(environment, line);
    case Verb::kBisect:
      return verb_bisect(environment, line.bisect);
    case Verb::kReport:
      return verb_report(environment, line.report);
    case Verb::kValidate:
      return verb_validate(environment, line.operands);
    case Verb::kCompare:
      return verb_compare(environment, line.compare);
    case Verb::kSelftest:
      return verb_selftest(environment, line.selftest);
    case Verb::kCompletion:
      environment.print(line.shell == "zsh" ? zsh_completion(describe_command_line())
                                            : bash_completion(describe_command_line()));
      return 0;
    case Verb::kMan:
      environment.print(man_page(describe_command_line()));
      return 0;
    case Verb::kNone:
      break;
  }
  return static_cast<int>(Exit::kUsage);
}

// `git bisect run` takes 2 for a bad commit; a typo must end the search instead.
bool is_bisect_step(const std::vector<std::string>& arguments) {
  return arguments.size() > 1 && arguments[0] == "bisect" &&
         std::find(arguments.begin(), std::find(arguments.begin(), arguments.end(), "--"),
                   "step") != arguments.end();
}

}  // namespace

int verb_validate(const Environment& environment, const std::vector<std::string>& files) {
  int status = 0;
  for (const std::string& file : files) {
    if (auto valid = validate_file(file); !valid) {
      Error error = valid.error();
      if (error.remedy.empty()) error.remedy = "give a file that `trampcheck run` wrote";
      const int this_status = fail(environment, error);
      if (status == 0) status = this_status;
    } else {
      environment.print(fmt::format("{}: valid\n", file));
    }
  }
  return status;
}

int run_command_line(const Environment& environment) {
  auto line = parse_command_line(environment.argv);
  if (!line) {
    const int status = fail(environment, line.error());
    return is_bisect_step(environment.argv) ? kBisectAbort : status;
  }
  const int status = dispatch(environment, *line);
  clear_progress();
  // Said by then; a verb that failed by itself keeps its own status.
  return status == 0 && output_failed() ? static_cast<int>(Exit::kEnvironment) : status;
}

}  // namespace trampcheck
