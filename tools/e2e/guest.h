// The guests of these tests: several commands in one boot, and ways to break what they stand on.
#ifndef TRAMPCHECK_TOOLS_E2E_GUEST_H_
#define TRAMPCHECK_TOOLS_E2E_GUEST_H_

#include <optional>
#include <string>
#include <vector>

#include "results/model/model.h"
#include "tools/e2e/support.h"
#include "tools/vm/guest.h"
#include "tools/vm/runner.h"

namespace trampcheck {

using Command = std::vector<std::string>;

// What one further command in a guest came to.
struct GuestRun {
  int status = -1;
  std::string out;
  std::vector<std::string> warnings;        // what would stand on stderr
  std::string delivered;                    // result or set, as handed to the host
  std::optional<RunResult> result() const;  // of a `run`; nothing where it is not valid
};

// One machine: the verb it was booted for, as the command line does it, then further commands.
struct GuestOptions {
  std::string series;
  Accel accel = Accel::kIcount;
  int cpus = 1;
  Command command;               // may be empty
  std::vector<Command> after;    // verbs, or one of those below
  std::vector<GuestFile> files;  // text; may end in empty lines, for the same size each time
};

// For `after`: an empty file system over a folder, and its end.
inline constexpr const char* kHide = "@hide";
inline constexpr const char* kShow = "@show";
// Saves a result on a file system of 16 KiB, or one that is read-only: prints the error, then the
// files that are there.
inline constexpr const char* kSaveOnFull = "@save-on-full";
inline constexpr const char* kSaveOnReadOnly = "@save-on-read-only";

struct Guest {
  VmOutcome outcome;
  std::optional<RunResult> result;  // of the first command
  std::vector<GuestRun> after;
  std::string problem;  // why the machine did not finish; empty where it did
};

// Boots it. The kernel of the series must be cached.
Guest boot_guest(const GuestOptions& options);

int e2e_guest_main(const Job& job, GuestChannel& channel);

// The row with this id; a test failure and an empty row where there is none.
const ResultRow& row_of(const RunResult& result, const std::string& id);

// The samples of a row's metric; empty where there are none.
std::vector<int64_t> samples_of(const RunResult& result, const std::string& id,
                                const std::string& metric);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_E2E_GUEST_H_
