// kprobe_multi, kretprobe_multi and kprobe_session.
#ifndef TRAMPCHECK_HARNESS_ATTACH_KPROBE_MULTI_H_
#define TRAMPCHECK_HARNESS_ATTACH_KPROBE_MULTI_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

Expected<std::unique_ptr<Attachment>> open_kprobe_multi();
Expected<std::unique_ptr<Attachment>> open_kretprobe_multi();
Expected<std::unique_ptr<Attachment>> open_kprobe_session();
Support probe_kprobe_multi(const KernelFunctions& kernel);
Support probe_kretprobe_multi(const KernelFunctions& kernel);
Support probe_kprobe_session(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_KPROBE_MULTI_H_
