// How mechanisms ask the running kernel whether it has them.
#ifndef TRAMPCHECK_HARNESS_ATTACH_PROBE_H_
#define TRAMPCHECK_HARNESS_ATTACH_PROBE_H_

#include "harness/attach/mechanism.h"

namespace trampcheck {

// An attach type that the headers of this build may be too old to name. The numbers are UAPI and
// never change; whether the running kernel knows them is asked by name.
struct AttachType {
  const char* enumerator;
  int value;
};

// Whether the kernel's BTF has the enumerator, with this value.
Support has_attach_type(const KernelFunctions& kernel, const AttachType& type);

// Attaches to `function`, and lets go. Every kernel with BPF has bpf_fentry_test1 for this purpose.
Support probe_by_attaching(Expected<std::unique_ptr<Attachment>> opened,
                           const KernelFunctions& kernel, const char* function = kSentinel);

// The kernel's function as a target; btf_id 0 where BTF has none of that name.
Target find_target(const KernelFunctions& kernel, const char* function);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_PROBE_H_
