// `trampcheck selftest`: how far this suite can be trusted on this machine.
#ifndef TRAMPCHECK_TOOLS_CLI_SELFTEST_H_
#define TRAMPCHECK_TOOLS_CLI_SELFTEST_H_

#include <cstdint>
#include <optional>
#include <string>

#include "tools/cli/environment.h"
#include "tools/cli/verbs.h"

namespace CLI {
class App;
}

namespace trampcheck {

struct SelftestArgs {
  std::string action;          // noise
  VmArgs vm;                   // one kernel; boots is a side's; 0: as many as are needed
  int64_t per_comparison = 0;  // boots a side; 0: 1 in icount, else 30
  std::string metric;          // empty: cpu_ns of the attach of the first mechanism
  int64_t resamples = 1000;
  uint64_t seed = 1;
  double planted_percent = 0;
  bool judge_only = false;  // what the folder holds, whoever made it
};

// Adds the verb to the command line.
CLI::App* add_selftest(CLI::App& app, SelftestArgs& args);

// Boots the kernel against itself and says how often a comparison cries wolf, and how small a
// slowdown it finds. 0, or 1 where a false alarm was confirmed or a planted slowdown not found.
int verb_selftest(const Environment& environment, const SelftestArgs& args);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_SELFTEST_H_
