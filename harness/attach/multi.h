// Mechanisms with one program and one link for all functions. All or nothing in the kernel: one
// function that it does not take refuses the link. Here it is found and left out.
#ifndef TRAMPCHECK_HARNESS_ATTACH_MULTI_H_
#define TRAMPCHECK_HARNESS_ATTACH_MULTI_H_

#include <optional>
#include <vector>

#include "harness/attach/mechanism.h"
#include "harness/attach/program.h"
#include "harness/attach/test_run.h"

namespace trampcheck {

// The members of one link, beside one another; the cookie of each is its slot.
struct Members {
  std::span<const uint32_t> btf_ids;
  std::span<const uint64_t> addresses;  // 0 where kptr_restrict hides them
  std::span<const char* const> names;
  std::span<const uint64_t> cookies;
};

struct MultiKind {
  const char* program_name;
  bpf_prog_type program_type;
  int attach_type;
  int hits_per_call;
  // Descriptor of the link, or a negative errno.
  int (*make_link)(int program_fd, int attach_type, const Members& members);
};

class MultiAttachment : public Attachment {
 public:
  MultiAttachment(CountingProgram program, const MultiKind& kind)
      : program_(std::move(program)), kind_(kind) {}

  void leave_out(const std::vector<Refusal>& known) override { refusals_ = known; }
  Expected<void> load(std::span<const Target> targets, const LoopControl& control) override;
  Expected<void> attach(const LoopControl& control) override;
  Expected<void> detach(const LoopControl& control) override;
  void unload() override;

  uint64_t hits(size_t index) const override { return counters_->read(index); }
  int hits_per_call() const override { return kind_.hits_per_call; }
  size_t attached() const override { return attached_; }
  bool searched() const override { return searched_; }
  const std::vector<Refusal>& refusals() const override { return refusals_; }
  std::span<const uint64_t> attach_ticks() const override { return {}; }
  std::span<const uint64_t> detach_ticks() const override { return {}; }
  int test_run_fd() const override { return test_run_.fd(); }

 private:
  void choose_members(std::span<const Target> targets);
  Members members(size_t first, size_t count) const;
  int make_link(size_t first, size_t count) const;
  Expected<void> attach_the_rest(int error_number, const LoopControl& control);
  void refuse(size_t member, int error_number, std::string message);

  CountingProgram program_;
  const MultiKind kind_;
  std::optional<Counters> counters_;
  Fd loaded_;
  Fd link_;
  // One for each function of the link, by ascending BTF id: tracing_multi wants them unique.
  std::vector<uint32_t> btf_ids_;
  std::vector<uint64_t> addresses_;
  std::vector<const char*> names_;  // the targets' own, which outlive this
  std::vector<uint64_t> cookies_;
  std::vector<Refusal> refusals_;
  mutable TestRun test_run_;
  size_t attached_ = 0;
  bool searched_ = false;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_MULTI_H_
