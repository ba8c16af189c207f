// What `trampcheck compare` takes.
#ifndef TRAMPCHECK_TOOLS_CLI_COMPARE_OPTIONS_H_
#define TRAMPCHECK_TOOLS_CLI_COMPARE_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/compare/comparison.h"

namespace CLI {
class App;
}

namespace trampcheck {

struct CompareArgs {
  std::string base;  // file, folder or quoted pattern
  std::string next;
  std::optional<double> threshold_percent;  // empty: each metric's own
  double alpha = 0.01;
  std::vector<std::string> metrics;
  std::vector<std::string> across;
  std::vector<std::string> mechanisms;  // none, or BASE's and NEW's
  bool common_functions = false;
  std::string format = "text";
  std::string output;
};

// Adds the verb to the command line.
CLI::App* add_compare(CLI::App& app, CompareArgs& args);

// Errors (Exit::kUsage): options that contradict each other, an unknown condition, one mechanism
// or three.
Expected<CompareOptions> to_compare_options(const CompareArgs& args);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_COMPARE_OPTIONS_H_
