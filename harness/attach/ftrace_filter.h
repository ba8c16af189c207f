// ftrace_filter: the function tracer on the chosen functions, without BPF.
#ifndef TRAMPCHECK_HARNESS_ATTACH_FTRACE_FILTER_H_
#define TRAMPCHECK_HARNESS_ATTACH_FTRACE_FILTER_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

Expected<std::unique_ptr<Attachment>> open_ftrace_filter();
Support probe_ftrace_filter(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_FTRACE_FILTER_H_
