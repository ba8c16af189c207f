// fentry and fexit.
#ifndef TRAMPCHECK_HARNESS_ATTACH_TRACING_H_
#define TRAMPCHECK_HARNESS_ATTACH_TRACING_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

Expected<std::unique_ptr<Attachment>> open_fentry();
Expected<std::unique_ptr<Attachment>> open_fexit();
Support probe_fentry(const KernelFunctions& kernel);
Support probe_fexit(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_TRACING_H_
