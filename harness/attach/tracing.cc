// fentry and fexit: one trampoline a function, entered from the function's ftrace site.
#include "harness/attach/tracing.h"

#include <bpf/bpf.h>

#include "bpf/count_fentry.skel.h"
#include "bpf/count_fexit.skel.h"
#include "harness/attach/embedded.h"
#include "harness/attach/per_link.h"
#include "harness/attach/probe.h"

namespace trampcheck {
namespace {

// BPF_RAW_TRACEPOINT_OPEN makes tracing links on every kernel since 5.5; BPF_LINK_CREATE only since
// 5.19 (2fcc82411e74), so the older call is the one path for all.
int make_tracing_link(int program_fd) { return bpf_raw_tracepoint_open(nullptr, program_fd); }

template <typename Skeleton>
Expected<std::unique_ptr<Attachment>> open_as(bpf_attach_type type) {
  auto program = take_program<Skeleton>();
  if (!program) return program.error();
  return std::unique_ptr<Attachment>(
      std::make_unique<PerLinkAttachment>(std::move(*program), type, make_tracing_link));
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_fentry() {
  return open_as<count_fentry>(BPF_TRACE_FENTRY);
}

Expected<std::unique_ptr<Attachment>> open_fexit() { return open_as<count_fexit>(BPF_TRACE_FEXIT); }

Support probe_fentry(const KernelFunctions& kernel) {
  return probe_by_attaching(open_fentry(), kernel);
}

Support probe_fexit(const KernelFunctions& kernel) {
  return probe_by_attaching(open_fexit(), kernel);
}

}  // namespace trampcheck
