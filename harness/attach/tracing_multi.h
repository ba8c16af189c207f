// fentry_multi, fexit_multi and fsession_multi.
#ifndef TRAMPCHECK_HARNESS_ATTACH_TRACING_MULTI_H_
#define TRAMPCHECK_HARNESS_ATTACH_TRACING_MULTI_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

Expected<std::unique_ptr<Attachment>> open_fentry_multi();
Expected<std::unique_ptr<Attachment>> open_fexit_multi();
Expected<std::unique_ptr<Attachment>> open_fsession_multi();
Support probe_fentry_multi(const KernelFunctions& kernel);
Support probe_fexit_multi(const KernelFunctions& kernel);
Support probe_fsession_multi(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_TRACING_MULTI_H_
