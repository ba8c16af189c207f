#include "tools/vm/kvm_probe.h"

#include <unistd.h>

#include <map>
#include <mutex>

#include "tools/vm/runner.h"

namespace trampcheck {

bool kvm_works(const VmOptions& options) {
  static std::mutex mutex;
  static std::map<std::string, bool> known;
  constexpr int64_t kProbeSeconds = 20;
  if (access("/dev/kvm", R_OK | W_OK) != 0) return false;
  std::lock_guard lock(mutex);
  auto [answer, fresh] = known.try_emplace(options.kernel_image, false);
  if (!fresh) return answer->second;
  VmOptions probe = options;
  probe.accel = Accel::kKvm;
  probe.boot_s = probe.silence_s = probe.deadline_s = kProbeSeconds;
  probe.console_log_path.clear();
  probe.extra_files.clear();
  probe.job = Job{};
  probe.job.argv = {kNothingVerb};
  VmOutcome outcome = run_vm(probe);
  answer->second = outcome.finished() && outcome.guest_status == 0;
  return answer->second;
}

}  // namespace trampcheck
