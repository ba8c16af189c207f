// Mechanisms that are commands of somebody else: which are asked for, where they lie, how they run.
#ifndef TRAMPCHECK_TOOLS_CLI_EXTERNAL_H_
#define TRAMPCHECK_TOOLS_CLI_EXTERNAL_H_

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "harness/attach/external.h"
#include "suites/attach/suite.h"
#include "tools/vm/qemu.h"

namespace trampcheck {

// Those of the mechanisms asked for by name that are commands. 'all' names none.
std::vector<const External*> named_commands(const std::vector<std::string>& mechanism_names);

// Errors: one of them is not on PATH; names its package.
Expected<void> find_commands(const std::vector<const External*>& commands);

// What a guest of `memory_mib` needs to run them. Errors: one is not on PATH or a library of it
// missing; (kUsage) they would not fit.
Expected<std::vector<GuestFile>> pack_commands(const std::vector<const External*>& commands,
                                               int memory_mib);

// AttachHooks::run_command; `stop` is the flag that Ctrl-C sets, or null.
Expected<CommandEnd> run_external(const std::atomic<bool>* stop, const ExternalCommand& command,
                                  double deadline_s, const std::function<void()>& alive);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_EXTERNAL_H_
