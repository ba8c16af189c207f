// fentry, fexit, fsession and fmod_ret.
#ifndef TRAMPCHECK_HARNESS_ATTACH_TRACING_H_
#define TRAMPCHECK_HARNESS_ATTACH_TRACING_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

// Debian's kernels have no CONFIG_FUNCTION_ERROR_INJECTION: only security_* may be modified, and
// from 7.2 system calls. This one is called by nothing but ioprio_get().
inline constexpr const char* kModifiable = "security_task_getioprio";

// A tracing link of a loaded program, or -1 with errno. BPF_RAW_TRACEPOINT_OPEN makes them on every
// kernel since 5.5; BPF_LINK_CREATE only since 5.19 (2fcc82411e74), so the older call is the one
// path for all.
int make_tracing_link(int program_fd);

Expected<std::unique_ptr<Attachment>> open_fentry();
Expected<std::unique_ptr<Attachment>> open_fexit();
Expected<std::unique_ptr<Attachment>> open_fsession();
Expected<std::unique_ptr<Attachment>> open_fmod_ret();
Support probe_fentry(const KernelFunctions& kernel);
Support probe_fexit(const KernelFunctions& kernel);
Support probe_fsession(const KernelFunctions& kernel);
Support probe_fmod_ret(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_TRACING_H_
