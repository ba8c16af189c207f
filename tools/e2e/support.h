// What the end-to-end tests share: running the built command, and looking at what it leaves.
#ifndef TRAMPCHECK_TOOLS_E2E_SUPPORT_H_
#define TRAMPCHECK_TOOLS_E2E_SUPPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "tools/kernels/kernels.h"
#include "tools/process/process.h"

namespace trampcheck {

// A file of the repository among the test's runfiles: "tools/nightly".
std::string runfile(const std::string& path);

// The built command.
std::string trampcheck_binary();

// An empty folder of the running test's own.
std::string empty_folder();

// Names of all that lies in and below a folder, sorted.
std::vector<std::string> files_in(const std::string& folder);

// Children and orphaned grandchildren of this process that still run or were never waited for.
// Grandchildren come to us because the first call of run_trampcheck() makes us their reaper.
int processes_left();

struct Ran {
  Finished finished;
  int processes_left = 0;  // beyond the command's own end; they are ended

  int status() const { return finished.exit.status; }
  const std::string& out() const { return finished.out; }
  const std::string& err() const { return finished.err; }
};

// Runs a program in `folder` to its end, at most `deadline_s`. `env` holds NAME=VALUE.
Ran run_command(const std::vector<std::string>& argv, const std::string& folder, double deadline_s,
                const std::vector<std::string>& env = {});

// Runs the built command, as above.
Ran run_trampcheck(const std::vector<std::string>& arguments, const std::string& folder,
                   double deadline_s, const std::vector<std::string>& env = {});

// The newest cached kernel of a series; nothing where there is none.
std::optional<Kernel> cached_kernel(const std::string& series);

// A file with the header of a bzImage and nothing to boot behind it.
std::string synthetic_bzimage();

// The head of an arm64 Image.
std::string synthetic_arm64_image();

// Makes a file, or ends the test's process: nothing works without it.
void make_file(const std::string& path, std::string_view bytes);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_E2E_SUPPORT_H_
