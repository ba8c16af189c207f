// The tracing_multi link (7.2): a trampoline for each function as with fentry, but one ftrace
// update for them all (kernel/bpf/trampoline.c, bpf_trampoline_multi_attach).
#include "harness/attach/tracing_multi.h"

#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "bpf/count_slot.skel.h"
#include "harness/attach/embedded.h"
#include "harness/attach/multi.h"
#include "harness/attach/probe.h"

namespace trampcheck {
namespace {

constexpr AttachType kFentry = {"BPF_TRACE_FENTRY_MULTI", 59};
constexpr AttachType kFexit = {"BPF_TRACE_FEXIT_MULTI", 60};
constexpr AttachType kFsession = {"BPF_TRACE_FSESSION_MULTI", 61};

// bpf_attr.link_create with its member tracing_multi, which the packaged headers do not have.
struct LinkCreate {
  uint32_t prog_fd;
  uint32_t target_fd;  // must be 0
  uint32_t attach_type;
  uint32_t flags;  // must be 0
  uint64_t ids;    // of BTF functions, each once
  uint64_t cookies;
  uint32_t cnt;
  uint32_t padding;
};
static_assert(offsetof(LinkCreate, ids) == offsetof(bpf_attr, link_create.kprobe_multi));

int make_link(int program_fd, int attach_type, const Members& members) {
  LinkCreate attr{};
  attr.prog_fd = static_cast<uint32_t>(program_fd);
  attr.attach_type = static_cast<uint32_t>(attach_type);
  attr.ids = reinterpret_cast<uintptr_t>(members.btf_ids.data());
  attr.cookies = reinterpret_cast<uintptr_t>(members.cookies.data());
  attr.cnt = static_cast<uint32_t>(members.btf_ids.size());
  const long fd = syscall(SYS_bpf, BPF_LINK_CREATE, &attr, sizeof(attr));
  return fd < 0 ? -errno : static_cast<int>(fd);
}

Expected<std::unique_ptr<Attachment>> open_as(const char* name, const AttachType& type,
                                              int hits_per_call) {
  auto program = take_program<count_slot>();
  if (!program) return program.error();
  const MultiKind kind = {name, BPF_PROG_TYPE_TRACING, type.value, hits_per_call, make_link};
  return std::unique_ptr<Attachment>(std::make_unique<MultiAttachment>(std::move(*program), kind));
}

Support probe(Expected<std::unique_ptr<Attachment>> opened, const AttachType& type,
              const KernelFunctions& kernel) {
  if (Support known = has_attach_type(kernel, type); !known.supported) return known;
  return probe_by_attaching(std::move(opened), kernel);
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_fentry_multi() {
  return open_as("tc_fentry_multi", kFentry, 1);
}

Expected<std::unique_ptr<Attachment>> open_fexit_multi() {
  return open_as("tc_fexit_multi", kFexit, 1);
}

Expected<std::unique_ptr<Attachment>> open_fsession_multi() {
  return open_as("tc_fsession_mul", kFsession, 2);
}

Support probe_fentry_multi(const KernelFunctions& kernel) {
  return probe(open_fentry_multi(), kFentry, kernel);
}

Support probe_fexit_multi(const KernelFunctions& kernel) {
  return probe(open_fexit_multi(), kFexit, kernel);
}

Support probe_fsession_multi(const KernelFunctions& kernel) {
  return probe(open_fsession_multi(), kFsession, kernel);
}

}  // namespace trampcheck
