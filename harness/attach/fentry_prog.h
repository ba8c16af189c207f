// fentry_prog: fentry on BPF subprograms.
#ifndef TRAMPCHECK_HARNESS_ATTACH_FENTRY_PROG_H_
#define TRAMPCHECK_HARNESS_ATTACH_FENTRY_PROG_H_

#include <memory>

#include "harness/attach/mechanism.h"

namespace trampcheck {

Expected<std::unique_ptr<Attachment>> open_fentry_prog();
Support probe_fentry_prog(const KernelFunctions& kernel);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_FENTRY_PROG_H_
