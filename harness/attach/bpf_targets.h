// BPF subprograms to attach to: text that the kernel patches without ftrace.
#ifndef TRAMPCHECK_HARNESS_ATTACH_BPF_TARGETS_H_
#define TRAMPCHECK_HARNESS_ATTACH_BPF_TARGETS_H_

#include <cstdint>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

// A loaded raw_tracepoint program, never attached, that calls each of its subprograms once.
struct BpfTargets {
  Fd program;
  std::vector<uint32_t> btf_ids;  // of the subprograms, in the program's own BTF
};

// BPF_MAX_SUBPROGS is 256 with the main program.
inline constexpr size_t kMaxSubprograms = 255;

// Makes one with `count` subprograms. Errors: errno of BPF_BTF_LOAD or BPF_PROG_LOAD.
Expected<BpfTargets> make_bpf_targets(size_t count);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_BPF_TARGETS_H_
