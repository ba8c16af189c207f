// The verbs: one function each, from parsed options to exit status.
#ifndef TRAMPCHECK_TOOLS_CLI_VERBS_H_
#define TRAMPCHECK_TOOLS_CLI_VERBS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/environment.h"

namespace trampcheck {

struct SelectArgs {
  std::vector<std::string> functions;  // globs and @FILEs
  std::vector<std::string> exclude;
  std::optional<uint64_t> limit;
  std::optional<uint64_t> sample;
  uint64_t seed = 1;
  bool explain = false;
  std::string output;
};

struct RunArgs {
  std::vector<std::string> suites;
  std::vector<std::string> mechanisms = {"fentry", "fexit"};
  SelectArgs select;
  int rounds = 5;
  int warmup = 0;
  double phase_timeout_s = 300;
  bool per_function = false;
  std::vector<uint64_t> scale;  // sizes; kWholeSet is all
  uint64_t per_link_limit = 1000;
  bool skip_exit = false;
  bool here = false;
  std::string output;
};

struct VmArgs {
  std::vector<std::string> kernels;
  std::string accel = "auto";
  int cpus = 1;
  int memory_mib = 1024;
  std::string append;
  int boots = 1;
  int jobs = 0;         // guests at a time; 0: as many as there are CPUs and memory for
  bool resume = false;  // go on with what an interrupted matrix left
  int64_t deadline_s = 3600;
  int64_t silence_s = 0;  // 0: 300, or three times the verb's --phase-timeout
  std::string console_log;
  std::string output;
  std::vector<std::string> command;  // what follows "--"
};

struct BisectArgs {
  std::string action;    // step or run
  VmArgs vm;             // one kernel for step; a list or A..B for run; the output is a folder
  std::string build;     // shell command that makes the image; step only
  std::string metric;    // "attach.fentry.detach.wall_ns"
  std::string baseline;  // result whose value is the old one
  std::optional<double> limit;  // or the value itself, in the metric's unit
  double percent = 5;           // away from the old value
  std::string look_for = "worse";
  std::string log;  // a line for each boot is appended
};

struct ReportArgs {
  std::vector<std::string> paths;  // files and folders
  std::string format = "text";
  std::string output;
};

// What of a run is known to be wrong without looking at a kernel. Errors (kUsage): no such suite or
// mechanism.
Expected<void> check_run(const RunArgs& args);

int verb_probe(const Environment& environment, bool json, bool here);
int verb_list(const Environment& environment, const std::string& what);
int verb_select(const Environment& environment, const SelectArgs& args);
int verb_run(const Environment& environment, const RunArgs& args);
int verb_vm(const Environment& environment, const VmArgs& args);
// What `bisect step` exits with where nothing can be said of the kernel: `git bisect run` stops.
inline constexpr int kBisectAbort = 128;

int verb_bisect(const Environment& environment, const BisectArgs& args);
int verb_report(const Environment& environment, const ReportArgs& args);
int verb_validate(const Environment& environment, const std::vector<std::string>& files);

// Parses and runs a whole command line (without the program's name). Never throws.
int run_command_line(const Environment& environment);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_VERBS_H_
