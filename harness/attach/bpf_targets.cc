#include "harness/attach/bpf_targets.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <fmt/format.h>

#include <cerrno>
#include <memory>

#include "harness/kernel/btf.h"

namespace trampcheck {
namespace {

constexpr bpf_insn kSetArgument = {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_1, 0, 0, 0};
constexpr bpf_insn kReturnZero = {BPF_ALU64 | BPF_MOV | BPF_K, BPF_REG_0, 0, 0, 0};
constexpr bpf_insn kExit = {BPF_JMP | BPF_EXIT, 0, 0, 0, 0};

// Calls the function that begins at instruction `to`, from instruction `from`.
bpf_insn call(size_t from, size_t to) {
  return {BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, static_cast<int32_t>(to - from - 1)};
}

// int main(int), then int t0(int), int t1(int) ... Global, so that the verifier takes each by
// itself.
struct Types {
  std::unique_ptr<struct btf, BtfDeleter> btf{btf__new_empty()};
  std::vector<uint32_t> functions;

  explicit Types(size_t count) {
    const int number = btf__add_int(btf.get(), "int", 4, BTF_INT_SIGNED);
    const int prototype = btf__add_func_proto(btf.get(), number);
    btf__add_func_param(btf.get(), "x", number);
    auto add = [&](const std::string& name) {
      const int id = btf__add_func(btf.get(), name.c_str(), BTF_FUNC_GLOBAL, prototype);
      functions.push_back(static_cast<uint32_t>(id));
    };
    add("tc_targets");
    for (size_t i = 0; i < count; ++i) add(fmt::format("t{}", i));
  }
};

}  // namespace

Expected<BpfTargets> make_bpf_targets(size_t count) {
  Types types(count);
  if (int code = btf__load_into_kernel(types.btf.get()); code != 0) {
    return errno_error(-code, "cannot load the types of the target programs", "run as root");
  }
  const size_t main_length = 2 * count + 2;
  std::vector<bpf_insn> instructions;
  std::vector<bpf_func_info> functions = {{0, types.functions[0]}};
  for (size_t i = 0; i < count; ++i) {
    const size_t begin = main_length + 2 * i;
    instructions.push_back(kSetArgument);
    instructions.push_back(call(instructions.size(), begin));
    functions.push_back({static_cast<uint32_t>(begin), types.functions[i + 1]});
  }
  for (size_t i = 0; i < count + 1; ++i) {
    instructions.push_back(kReturnZero);
    instructions.push_back(kExit);
  }
  LIBBPF_OPTS(bpf_prog_load_opts, options);
  options.prog_btf_fd = static_cast<uint32_t>(btf__fd(types.btf.get()));
  options.func_info = functions.data();
  options.func_info_cnt = static_cast<uint32_t>(functions.size());
  options.func_info_rec_size = sizeof(bpf_func_info);
  const int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "tc_targets", "Dual BSD/GPL",
                               instructions.data(), instructions.size(), &options);
  if (fd < 0) return errno_error(-fd, "cannot load a program of targets", "run as root");
  BpfTargets targets;
  targets.program = Fd(fd);
  targets.btf_ids.assign(types.functions.begin() + 1, types.functions.end());
  return targets;
}

}  // namespace trampcheck
