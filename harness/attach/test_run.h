// Calls bpf_fentry_test1 and its numbered brothers for mechanisms whose own programs cannot be run
// by BPF_PROG_TEST_RUN.
#ifndef TRAMPCHECK_HARNESS_ATTACH_TEST_RUN_H_
#define TRAMPCHECK_HARNESS_ATTACH_TEST_RUN_H_

#include <span>

#include "harness/attach/mechanism.h"
#include "results/base/file.h"

namespace trampcheck {

class TestRun {
 public:
  // Remembers the first test function among the targets.
  void look_at(std::span<const Target> targets);

  // A loaded, never attached, fentry program of that function: running it runs them all
  // (bpf_prog_test_run_tracing, net/bpf/test_run.c). Loaded when first asked for, so that the load
  // phase is the mechanism's own; -1 where there is no test function or no such program.
  int fd();
  void reset() { program_.reset(); }

 private:
  uint32_t btf_id_ = 0;
  Fd program_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_TEST_RUN_H_
