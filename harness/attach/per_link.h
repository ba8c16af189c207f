// Mechanisms with one program and one link for each function: fentry, fexit, fmod_ret, fsession.
#ifndef TRAMPCHECK_HARNESS_ATTACH_PER_LINK_H_
#define TRAMPCHECK_HARNESS_ATTACH_PER_LINK_H_

#include <bpf/bpf.h>

#include <memory>
#include <vector>

#include "harness/attach/mechanism.h"
#include "harness/attach/program.h"
#include "harness/attach/test_run.h"

namespace trampcheck {

// How one link is made: descriptor of the link, or a negative errno.
using MakeLink = int (*)(int program_fd);

class PerLinkAttachment : public Attachment {
 public:
  PerLinkAttachment(CountingProgram program, bpf_attach_type type, MakeLink make_link,
                    int hits_per_call = 1)
      : program_(std::move(program)),
        type_(type),
        make_link_(make_link),
        hits_per_call_(hits_per_call) {}

  Expected<void> load(std::span<const Target> targets, const LoopControl& control) override;
  Expected<void> attach(const LoopControl& control) override;
  Expected<void> detach(const LoopControl& control) override;
  void unload() override;

  uint64_t hits(size_t index) const override { return counters_->read(index); }
  int hits_per_call() const override { return hits_per_call_; }
  size_t attached() const override { return attached_; }
  const std::vector<Refusal>& refusals() const override { return refusals_; }
  std::span<const uint64_t> attach_ticks() const override { return attach_ticks_; }
  std::span<const uint64_t> detach_ticks() const override { return detach_ticks_; }
  int test_run_fd() const override;

 private:
  virtual Destination destination(size_t index, const Target& target) const {
    (void)index;
    return {target.btf_id};
  }

  CountingProgram program_;
  bpf_attach_type type_;
  MakeLink make_link_;
  int hits_per_call_;
  std::optional<Counters> counters_;
  std::vector<Fd> programs_;  // beside the targets; invalid where the kernel refused
  std::vector<Fd> links_;
  std::vector<Refusal> refusals_;
  std::vector<uint64_t> attach_ticks_;
  std::vector<uint64_t> detach_ticks_;
  mutable TestRun test_run_;
  size_t attached_ = 0;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_PER_LINK_H_
