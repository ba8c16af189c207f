// An outcome in words.
#include <fmt/format.h>

#include "tools/vm/runner.h"

namespace trampcheck {

const char* to_string(VmStatus status) {
  switch (status) {
    case VmStatus::kFinished:
      return "finished";
    case VmStatus::kDidNotBoot:
      return "did not boot";
    case VmStatus::kNoInit:
      return "no init";
    case VmStatus::kPanicked:
      return "panicked";
    case VmStatus::kOopsed:
      return "oopsed";
    case VmStatus::kOutOfMemory:
      return "out of memory";
    case VmStatus::kHung:
      return "hung";
    case VmStatus::kOverTime:
      return "over time";
    case VmStatus::kNoResult:
      return "powered off without a result";
    case VmStatus::kDamaged:
      return "result damaged";
    case VmStatus::kQemuMissing:
      return "QEMU missing";
    case VmStatus::kQemuRefused:
      return "QEMU refused";
    case VmStatus::kBadInput:
      return "bad input";
    case VmStatus::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

Error VmOutcome::error() const {
  std::string kernel = vm.kernel_image.empty() ? "guest" : vm.kernel_image;
  Error error{0, fmt::format("{}: {}: {}", kernel, to_string(status), reason), remedy};
  if (status == VmStatus::kInterrupted) error.exit = Exit::kInterrupted;
  return error;
}

}  // namespace trampcheck
