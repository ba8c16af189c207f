// fentry and fexit: one trampoline a function, entered from the function's ftrace site.
#include "harness/attach/tracing.h"

#include <bpf/bpf.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "bpf/count_fentry.skel.h"
#include "bpf/count_fexit.skel.h"
#include "harness/attach/per_link.h"

namespace trampcheck {
namespace {

// BPF_RAW_TRACEPOINT_OPEN makes tracing links on every kernel since 5.5; BPF_LINK_CREATE only since
// 5.19 (2fcc82411e74), so the older call is the one path for all.
int make_tracing_link(int program_fd) { return bpf_raw_tracepoint_open(nullptr, program_fd); }

template <typename Skeleton>
struct SkeletonDeleter {
  void operator()(Skeleton* skeleton) const { Skeleton::destroy(skeleton); }
};

// Opens the object only for its instructions; it is never loaded as a whole.
template <typename Skeleton>
Expected<CountingProgram> take_program() {
  std::unique_ptr<Skeleton, SkeletonDeleter<Skeleton>> skeleton(Skeleton::open());
  if (!skeleton) return errno_error(errno, "cannot open the embedded BPF object");
  return CountingProgram::take(bpf_object__next_program(skeleton->obj, nullptr));
}

template <typename Skeleton>
Expected<std::unique_ptr<Attachment>> open_as(bpf_attach_type type) {
  auto program = take_program<Skeleton>();
  if (!program) return program.error();
  return std::unique_ptr<Attachment>(
      std::make_unique<PerLinkAttachment>(std::move(*program), type, make_tracing_link));
}

// Attaches one program to a function that exists for this purpose in every kernel with BPF tests.
Support probe_with(Expected<std::unique_ptr<Attachment>> opened, const KernelFunctions& kernel) {
  if (!opened) return {false, opened.error().text()};
  const char* probe_function = "bpf_fentry_test1";
  Target target{probe_function, kernel.btf.function_id(probe_function), 0};
  if (target.btf_id == 0) return {false, fmt::format("no {} in this kernel's BTF", probe_function)};
  Attachment& attachment = **opened;
  if (auto loaded = attachment.load({&target, 1}, {}); !loaded) {
    return {false, loaded.error().text()};
  }
  if (auto linked = attachment.attach({}); !linked) return {false, linked.error().text()};
  if (attachment.attached() == 1) return {true, ""};
  const Refusal& refusal = attachment.refusals().front();
  return {false,
          fmt::format("{} refused: {}{}{}", refusal.phase, std::strerror(refusal.error_number),
                      refusal.message.empty() ? "" : ": ", refusal.message)};
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_fentry() {
  return open_as<count_fentry>(BPF_TRACE_FENTRY);
}

Expected<std::unique_ptr<Attachment>> open_fexit() { return open_as<count_fexit>(BPF_TRACE_FEXIT); }

Support probe_fentry(const KernelFunctions& kernel) { return probe_with(open_fentry(), kernel); }

Support probe_fexit(const KernelFunctions& kernel) { return probe_with(open_fexit(), kernel); }

}  // namespace trampcheck
