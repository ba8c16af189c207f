// kprobe and kretprobe: one program for all functions, a perf event and a link for each.
#ifndef TRAMPCHECK_HARNESS_ATTACH_KPROBE_H_
#define TRAMPCHECK_HARNESS_ATTACH_KPROBE_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

Expected<std::unique_ptr<Attachment>> open_kprobe();
Expected<std::unique_ptr<Attachment>> open_kretprobe();
Support probe_kprobe(const KernelFunctions& kernel);
Support probe_kretprobe(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_KPROBE_H_
