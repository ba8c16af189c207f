// fentry, fexit, fsession and fmod_ret: one trampoline a function, entered from its ftrace site.
#include "harness/attach/tracing.h"

#include <bpf/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "bpf/count_fentry.skel.h"
#include "bpf/count_fexit.skel.h"
#include "harness/attach/embedded.h"
#include "harness/attach/per_link.h"
#include "harness/attach/probe.h"

namespace trampcheck {
namespace {

constexpr AttachType kFsession = {"BPF_TRACE_FSESSION", 58};  // 7.0

template <typename Skeleton>
Expected<std::unique_ptr<Attachment>> open_as(bpf_attach_type type, const char* name = nullptr,
                                              int hits_per_call = 1) {
  auto program = take_program<Skeleton>();
  if (!program) return program.error();
  if (name != nullptr) program->rename(name);
  return std::unique_ptr<Attachment>(std::make_unique<PerLinkAttachment>(
      std::move(*program), type, make_tracing_link, hits_per_call));
}

}  // namespace

int make_tracing_link(int program_fd) { return bpf_raw_tracepoint_open(nullptr, program_fd); }

Expected<std::unique_ptr<Attachment>> open_fentry() {
  return open_as<count_fentry>(BPF_TRACE_FENTRY);
}

Expected<std::unique_ptr<Attachment>> open_fexit() { return open_as<count_fexit>(BPF_TRACE_FEXIT); }

// The same instructions serve: return 0, which for fsession means to run on return too, and for
// fmod_ret to leave the function alone.
Expected<std::unique_ptr<Attachment>> open_fsession() {
  return open_as<count_fentry>(static_cast<bpf_attach_type>(kFsession.value), "tc_fsession", 2);
}

Expected<std::unique_ptr<Attachment>> open_fmod_ret() {
  return open_as<count_fentry>(BPF_MODIFY_RETURN, "tc_fmod_ret");
}

Support probe_fentry(const KernelFunctions& kernel) {
  return probe_by_attaching(open_fentry(), kernel);
}

Support probe_fexit(const KernelFunctions& kernel) {
  return probe_by_attaching(open_fexit(), kernel);
}

Support probe_fsession(const KernelFunctions& kernel) {
  if (Support known = has_attach_type(kernel, kFsession); !known.supported) return known;
  return probe_by_attaching(open_fsession(), kernel);
}

Support probe_fmod_ret(const KernelFunctions& kernel) {
  constexpr int kOfProcess = 1;  // IOPRIO_WHO_PROCESS, which no header of user space has
  if (syscall(SYS_ioprio_get, kOfProcess, 0) < 0 && errno == ENOSYS) {
    return {false,
            "this kernel has no ioprio_get(), which alone calls the function that programs "
            "may modify here (CONFIG_BLOCK)"};
  }
  return probe_by_attaching(open_fmod_ret(), kernel, kModifiable);
}

}  // namespace trampcheck
