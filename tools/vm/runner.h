// Runs one virtual machine and says how it went.
#ifndef TRAMPCHECK_TOOLS_VM_RUNNER_H_
#define TRAMPCHECK_TOOLS_VM_RUNNER_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/model/model.h"
#include "tools/vm/qemu.h"

namespace trampcheck {

enum class VmStatus {
  kFinished,     // the end marker came, all frames sound; guest_status says how the verb went
  kDidNotBoot,   // init never spoke
  kNoInit,       // the kernel found no init to run
  kPanicked,     // kernel panic, or init died
  kOopsed,       // the kernel broke, and no end marker came after
  kOutOfMemory,  // the guest needs more memory
  kHung,         // nothing heard for silence_s
  kOverTime,     // deadline_s passed
  kNoResult,     // powered off without the end marker
  kDamaged,      // frames damaged or lost: nothing that came can be trusted to be all
  kQemuMissing,  // no QEMU on PATH
  kQemuRefused,  // QEMU would not run this machine
  kBadInput,     // kernel image or init cannot be read
  kInterrupted,  // the stop flag was set
};
const char* to_string(VmStatus status);

struct VmOutcome {
  VmStatus status = VmStatus::kDidNotBoot;
  std::string reason;                      // one line, empty where finished
  std::string remedy;                      // what to do about it; may be empty
  std::optional<int> guest_status;         // of the verb in the guest, from the end marker
  std::optional<std::string> result;       // final JSON
  std::optional<std::string> snapshot;     // the last JSON sent before; survives crashes
  std::string hello;                       // JSON of init's first word; empty: none came
  std::vector<std::string> log;            // what init had to say
  std::vector<std::string> console_tail;   // the last 15 lines
  std::vector<std::string> console_notes;  // oopses, warnings and the like, the first 20 lines
  VmInfo vm;                               // as run; host_wall_ms filled
  std::optional<int64_t> boot_ms;          // start to hello, host's wall clock
  std::vector<std::string> command;        // QEMU's

  bool finished() const { return status == VmStatus::kFinished; }

  // The last JSON that came, final or not.
  const std::optional<std::string>& latest() const { return result ? result : snapshot; }

  // For callers that only pass on: what, remedy and exit status.
  Error error() const;
};

// Called in the thread of run_vm while it runs; any may be empty.
struct VmEvents {
  std::function<void(const std::string& line)> on_progress;
  std::function<void(const std::string& text)> on_output;
  std::function<void(const std::string& line)> on_console;
};

// Starts the machine, waits for its end, never longer than the options allow, and leaves no process
// behind. Blocks; call it from a thread that lives at least as long.
VmOutcome run_vm(const VmOptions& given, const VmEvents& events = {});

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_RUNNER_H_
