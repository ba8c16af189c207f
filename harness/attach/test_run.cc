#include "harness/attach/test_run.h"

#include <bpf/bpf.h>

namespace trampcheck {
namespace {

constexpr bpf_insn kReturnZero[] = {
    {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .src_reg = 0, .off = 0, .imm = 0},
    {.code = BPF_JMP | BPF_EXIT, .dst_reg = 0, .src_reg = 0, .off = 0, .imm = 0},
};

}  // namespace

void TestRun::look_at(std::span<const Target> targets) {
  for (const Target& target : targets) {
    if (!target.name.starts_with("bpf_fentry_test")) continue;
    btf_id_ = target.btf_id;
    return;
  }
}

int TestRun::fd() {
  if (program_.valid() || btf_id_ == 0) return program_.get();
  LIBBPF_OPTS(bpf_prog_load_opts, options, .expected_attach_type = BPF_TRACE_FENTRY,
              .attach_btf_id = btf_id_, );
  program_ = Fd(bpf_prog_load(BPF_PROG_TYPE_TRACING, "tc_test_run", "Dual BSD/GPL", kReturnZero,
                              std::size(kReturnZero), &options));
  return program_.get();
}

}  // namespace trampcheck
