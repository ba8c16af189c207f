// The kernel's own type information: function ids and signatures.
#ifndef TRAMPCHECK_HARNESS_KERNEL_BTF_H_
#define TRAMPCHECK_HARNESS_KERNEL_BTF_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "results/base/expected.h"

struct btf;

namespace trampcheck {

struct BtfDeleter {
  void operator()(struct btf* btf) const;
};

class KernelBtf {
 public:
  // Takes the bytes of /sys/kernel/btf/vmlinux. Errors: not BTF, truncated.
  static Expected<KernelBtf> parse(std::string_view bytes);

  // The FUNC id of a function, 0 where there is none.
  uint32_t function_id(std::string_view name) const;

  // Whether every suite kernel from 6.12 on would build a trampoline for this prototype; older ones
  // refuse some more when asked. Rules: btf_distill_func_proto (kernel/bpf/btf.c): at most 12
  // arguments of at most 16 bytes, no varargs, no union before 6.18, no struct returned.
  bool attachable_signature(uint32_t function_id) const;

  // The value of an enumerator, e.g. BPF_TRACE_FENTRY_MULTI; -1 where this kernel has none.
  int64_t enumerator(std::string_view name) const;

 private:
  std::unique_ptr<struct btf, BtfDeleter> btf_;
  std::unordered_map<std::string_view, uint32_t> functions_;
};

// Errors: no BTF in this kernel (CONFIG_DEBUG_INFO_BTF), or not readable.
Expected<KernelBtf> read_kernel_btf();

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_BTF_H_
