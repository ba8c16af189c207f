#include "harness/attach/reason.h"

#include <cerrno>
#include <cstring>
#include <string_view>

namespace trampcheck {
namespace {

constexpr int kEnotsupp = 524;  // the kernel's own ENOTSUPP, which user space has no name for

const char* classify_load(const Refusal& refusal) {
  std::string_view message = refusal.message;
  if (message.find("address of function") != std::string_view::npos) return "not_in_kallsyms";
  if (message.find("not modifiable") != std::string_view::npos) return "not_modifiable";
  if (message.find("deny") != std::string_view::npos ||
      message.find("noreturn") != std::string_view::npos ||
      message.find("not allowed") != std::string_view::npos) {
    return "denied_by_kernel";
  }
  switch (refusal.error_number) {
    case EINVAL:
    case EOPNOTSUPP:
    case kEnotsupp:
      return "signature";
    case ENOENT:
      return "not_in_kallsyms";
    default:
      return "other";
  }
}

const char* classify_attach(const Refusal& refusal) {
  if (refusal.message.find("together") != std::string::npos) return "not_isolated";
  switch (refusal.error_number) {
    case EBUSY:
      return "no_ftrace_site";  // the bytes at the entry are not the nop that was expected
    case kEnotsupp:
    case EOPNOTSUPP:
      return "signature";  // more argument registers than this kernel's trampolines save
    case E2BIG:
      return "trampoline_full";
    case EINVAL:
    case ENOENT:
    case ESRCH:  // kprobe_multi by name
      return "address_refused";
    case ENODEV:
      return "ftrace_dead";
    default:
      return "other";
  }
}

}  // namespace

const char* classify(const Refusal& refusal) {
  if (refusal.error_number == ENOMEM) return "no_memory";
  if (refusal.error_number == EINTR) return "interrupted";
  return std::strcmp(refusal.phase, "load") == 0 ? classify_load(refusal)
                                                 : classify_attach(refusal);
}

}  // namespace trampcheck
