// What the host asks a guest to do: a value, sent as a JSON file in the initramfs.
#ifndef TRAMPCHECK_TOOLS_VM_JOB_H_
#define TRAMPCHECK_TOOLS_VM_JOB_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

// Where things lie in the guest.
inline constexpr const char* kGuestJobPath = "/trampcheck/job.json";
inline constexpr const char* kGuestKernelConfigPath = "/trampcheck/config";

// The verb that the guest's init answers by itself, with status 0: does this machine work at all?
inline constexpr const char* kNothingVerb = "nothing";

struct Job {
  std::vector<std::string> argv;             // the verb and its arguments: {"run", "attach", ...}
  std::string kernel_config_path;            // in the guest; empty where none was sent
  std::string domain;                        // icount, tcg, kvm; filled by run_vm
  VmInfo vm;                                 // how the guest runs; filled by run_vm
  std::map<std::string, std::string> extra;  // anything else the verb needs
};

std::string job_to_json(const Job& job);

// Errors: not JSON, or a field of the wrong type. Fields that are absent keep their defaults.
Expected<Job> job_from_json(std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_JOB_H_
