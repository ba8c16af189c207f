// Whether KVM can be trusted on this host.
#ifndef TRAMPCHECK_TOOLS_VM_KVM_PROBE_H_
#define TRAMPCHECK_TOOLS_VM_KVM_PROBE_H_

#include "tools/vm/qemu.h"

namespace trampcheck {

// Boots the kernel of `options` under KVM with a job that does nothing, for at most 20 s. There are
// hosts where /dev/kvm exists and stock kernels hang, so its being there proves nothing. The answer
// is kept for the life of this process, one for each kernel image.
bool kvm_works(const VmOptions& options);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_KVM_PROBE_H_
