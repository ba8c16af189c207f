// One fprobe for all functions (kernel/trace/bpf_trace.c, bpf_kprobe_multi_link_attach): ftrace
// patches the sites in batches, and no code is generated for the single function.
#include "harness/attach/kprobe_multi.h"

#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "bpf/count_slot.skel.h"
#include "harness/attach/embedded.h"
#include "harness/attach/multi.h"
#include "harness/attach/probe.h"

namespace trampcheck {
namespace {

constexpr AttachType kMulti = {"BPF_TRACE_KPROBE_MULTI", 42};
constexpr AttachType kSession = {"BPF_TRACE_KPROBE_SESSION", 56};  // 6.10

// Not bpf_link_create(): libbpf 1.1 copies the lists only for the attach type it knows, and 56 it
// does not.
int make_link(int program_fd, int attach_type, uint32_t flags, const Members& members) {
  bpf_attr attr{};
  attr.link_create.prog_fd = static_cast<uint32_t>(program_fd);
  attr.link_create.attach_type = static_cast<uint32_t>(attach_type);
  auto& multi = attr.link_create.kprobe_multi;
  multi.flags = flags;
  multi.cnt = static_cast<uint32_t>(members.cookies.size());
  multi.cookies = reinterpret_cast<uintptr_t>(members.cookies.data());
  // By address, which spares the kernel a walk through all its symbols; the kernel takes only one
  // of the two lists.
  if (std::find(members.addresses.begin(), members.addresses.end(), 0) == members.addresses.end()) {
    multi.addrs = reinterpret_cast<uintptr_t>(members.addresses.data());
  } else {
    multi.syms = reinterpret_cast<uintptr_t>(members.names.data());
  }
  const long fd = syscall(SYS_bpf, BPF_LINK_CREATE, &attr, sizeof(attr));
  return fd < 0 ? -errno : static_cast<int>(fd);
}

int make_entry_link(int program_fd, int attach_type, const Members& members) {
  return make_link(program_fd, attach_type, 0, members);
}

int make_return_link(int program_fd, int attach_type, const Members& members) {
  return make_link(program_fd, attach_type, BPF_F_KPROBE_MULTI_RETURN, members);
}

Expected<std::unique_ptr<Attachment>> open_as(const MultiKind& kind) {
  auto program = take_program<count_slot>();
  if (!program) return program.error();
  return std::unique_ptr<Attachment>(std::make_unique<MultiAttachment>(std::move(*program), kind));
}

Support probe(Expected<std::unique_ptr<Attachment>> opened, const AttachType& type,
              const KernelFunctions& kernel) {
  if (Support known = has_attach_type(kernel, type); !known.supported) return known;
  Support support = probe_by_attaching(std::move(opened), kernel);
  // The enumerator is there with or without it, e.g. in Debian's 6.1.
  if (!support.supported && kernel.symbols.find("register_fprobe_ips") == nullptr) {
    support.reason += "; this kernel was built without CONFIG_FPROBE";
  }
  return support;
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_kprobe_multi() {
  return open_as({"tc_kprobe_multi", BPF_PROG_TYPE_KPROBE, kMulti.value, 1, make_entry_link});
}

Expected<std::unique_ptr<Attachment>> open_kretprobe_multi() {
  return open_as({"tc_kretprobe_mu", BPF_PROG_TYPE_KPROBE, kMulti.value, 1, make_return_link});
}

Expected<std::unique_ptr<Attachment>> open_kprobe_session() {
  return open_as({"tc_kprobe_sessi", BPF_PROG_TYPE_KPROBE, kSession.value, 2, make_entry_link});
}

Support probe_kprobe_multi(const KernelFunctions& kernel) {
  return probe(open_kprobe_multi(), kMulti, kernel);
}

Support probe_kretprobe_multi(const KernelFunctions& kernel) {
  return probe(open_kretprobe_multi(), kMulti, kernel);
}

Support probe_kprobe_session(const KernelFunctions& kernel) {
  return probe(open_kprobe_session(), kSession, kernel);
}

}  // namespace trampcheck
