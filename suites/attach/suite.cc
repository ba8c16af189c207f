#include "suites/attach/suite.h"

#include "suites/attach/runner.h"

namespace trampcheck {

std::vector<std::string> attach_phases(const Mechanism& mechanism) {
  if (mechanism.external != nullptr) return {"command", "quiesce"};
  std::vector<std::string> phases = {"open",   "load",   "attach", "hit",
                                     "detach", "unload", "quiesce"};
  if (mechanism.ends_with_process) phases.emplace_back("exit");
  return phases;
}

Expected<RunResult> run_attach(const AttachOptions& options, Context context,
                               const AttachHooks& hooks) {
  RunResult result;
  result.context = std::move(context);
  result.context.seed = options.seed;
  Runner runner(options, hooks, result);
  if (auto ran = runner.run(); !ran) return ran.error();
  return result;
}

}  // namespace trampcheck
