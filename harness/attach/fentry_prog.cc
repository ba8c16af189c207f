// fentry on as many BPF subprograms as functions were chosen: the same trampolines and links as
// fentry, but the text is patched by bpf_arch_text_poke() alone. The difference is ftrace's part.
#include "harness/attach/fentry_prog.h"

#include <algorithm>

#include "bpf/count_fentry.skel.h"
#include "harness/attach/bpf_targets.h"
#include "harness/attach/embedded.h"
#include "harness/attach/per_link.h"
#include "harness/attach/probe.h"
#include "harness/attach/tracing.h"

namespace trampcheck {
namespace {

class FentryProgAttachment : public PerLinkAttachment {
 public:
  explicit FentryProgAttachment(CountingProgram program)
      : PerLinkAttachment(std::move(program), BPF_TRACE_FENTRY, make_tracing_link) {}

  Expected<void> load(std::span<const Target> targets, const LoopControl& control) override {
    for (size_t made = 0; made < targets.size() && !control.stopped(); made += kMaxSubprograms) {
      auto some = make_bpf_targets(std::min(kMaxSubprograms, targets.size() - made));
      if (!some) return some.error();
      programs_.push_back(std::move(*some));
    }
    return PerLinkAttachment::load(targets, control);
  }

  void unload() override {
    PerLinkAttachment::unload();
    programs_.clear();
  }

  // Runs the first kMaxSubprograms targets.
  int test_run_fd() const override { return programs_.empty() ? -1 : programs_[0].program.get(); }

 private:
  Destination destination(size_t index, const Target&) const override {
    const BpfTargets& program = programs_[index / kMaxSubprograms];
    return {program.btf_ids[index % kMaxSubprograms], program.program.get()};
  }

  std::vector<BpfTargets> programs_;
};

}  // namespace

Expected<std::unique_ptr<Attachment>> open_fentry_prog() {
  auto program = take_program<count_fentry>();
  if (!program) return program.error();
  program->rename("tc_fentry_prog");
  return std::unique_ptr<Attachment>(std::make_unique<FentryProgAttachment>(std::move(*program)));
}

Support probe_fentry_prog(const KernelFunctions& kernel) {
  return probe_by_attaching(open_fentry_prog(), kernel);
}

}  // namespace trampcheck
