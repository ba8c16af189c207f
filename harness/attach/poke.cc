#include "harness/attach/poke.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "bpf/count_fentry.skel.h"
#include "harness/attach/embedded.h"
#include "harness/attach/per_link.h"
#include "harness/attach/probe.h"
#include "harness/attach/tracing.h"
#include "harness/attach/tracing_multi.h"
#include "harness/kernel/variant.h"

namespace trampcheck {
namespace {

std::string batch_path() { return std::string(kVariantFolder) + "/batch"; }

// Where this kernel has links of one function only, and a file that makes batches of them.
bool batches_links() { return access(batch_path().c_str(), W_OK) == 0; }

// One batch, from "begin" to "commit". Going without a commit commits as well: the kernel does.
class Batch {
 public:
  static Expected<Batch> begin() {
    Batch batch;
    batch.fd_ = Fd(open(batch_path().c_str(), O_WRONLY | O_CLOEXEC));
    if (!batch.fd_.valid()) return errno_error(errno, "cannot open " + batch_path());
    if (auto said = batch.say("begin"); !said) return said.error();
    return batch;
  }

  Expected<void> commit() { return say("commit"); }

 private:
  Expected<void> say(std::string_view word) {
    if (write(fd_.get(), word.data(), word.size()) == static_cast<ssize_t>(word.size())) return {};
    return errno_error(
        errno, fmt::format("the kernel refused to {} a batch of text pokes", word),
        errno == EBUSY ? "another tracer holds one of the functions, or a batch" : "");
  }

  Fd fd_;
};

// All links between a begin and a commit.
class BatchedLinks : public PerLinkAttachment {
 public:
  explicit BatchedLinks(CountingProgram program)
      : PerLinkAttachment(std::move(program), BPF_TRACE_FENTRY, make_tracing_link) {}

  Expected<void> attach(const LoopControl& control) override {
    auto batch = Batch::begin();
    if (!batch) return batch.error();
    if (auto attached = PerLinkAttachment::attach(control); !attached) return attached;
    return batch->commit();
  }

  Expected<void> detach(const LoopControl& control) override {
    auto batch = Batch::begin();
    // Without a batch too: what is attached must go.
    if (auto detached = PerLinkAttachment::detach(control); !detached) return detached;
    return batch ? batch->commit() : Expected<void>(batch.error());
  }

  // The text is patched by the commit: what a single link took says nothing.
  std::span<const uint64_t> attach_ticks() const override { return {}; }
  std::span<const uint64_t> detach_ticks() const override { return {}; }
};

Support is_variant(bool (*does)(std::string_view), const char* what) {
  auto variant = kernel_variant();
  if (variant && does(*variant)) return {true, ""};
  return {false, fmt::format("only a kernel of `trampcheck kernels build` {}; this one is {}", what,
                             variant ? "its variant " + *variant : "another")};
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_fentry_poke() { return open_fentry(); }

Expected<std::unique_ptr<Attachment>> open_fentry_poke_batch() {
  if (!batches_links()) return open_fentry_multi();
  auto program = take_program<count_fentry>();
  if (!program) return program.error();
  return std::unique_ptr<Attachment>(std::make_unique<BatchedLinks>(std::move(*program)));
}

Support probe_fentry_poke(const KernelFunctions& kernel) {
  if (Support known = is_variant(pokes, "pokes text for fentry"); !known.supported) return known;
  return probe_fentry(kernel);
}

Support probe_fentry_poke_batch(const KernelFunctions& kernel) {
  if (Support known = is_variant(pokes_in_batches, "pokes text in batches"); !known.supported) {
    return known;
  }
  if (!batches_links()) return probe_fentry_multi(kernel);
  return probe_by_attaching(open_fentry_poke_batch(), kernel);
}

std::string patched_by(const Mechanism& mechanism) {
  const bool poked = mechanism.pokes && mechanism.pokes(kernel_variant().value_or(""));
  return poked ? mechanism.poked_by : mechanism.patched_by;
}

}  // namespace trampcheck
