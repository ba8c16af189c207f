#include "harness/attach/per_link.h"

#include <unistd.h>

#include <cerrno>

#include "harness/measure/tsc.h"

namespace trampcheck {
namespace {

void report(const LoopControl& control, size_t done, size_t of) {
  if (control.heartbeat != nullptr) control.heartbeat->fetch_add(1, std::memory_order_relaxed);
  if (done % LoopControl::kProgressEvery == 0 && control.progress) control.progress(done, of);
}

// These end the run: every further function would get the same answer.
bool is_hopeless(int error_number) { return error_number == EPERM || error_number == EMFILE; }

Error hopeless(int error_number, const char* what) {
  return errno_error(error_number, what,
                     error_number == EPERM
                         ? "run as root; this kernel or container forbids tracing programs"
                         : "raise the limit of open files (ulimit -n)");
}

}  // namespace

Expected<void> PerLinkAttachment::load(std::span<const Target> targets,
                                       const LoopControl& control) {
  auto counters = Counters::create(targets.size());
  if (!counters) return counters.error();
  counters_ = std::move(*counters);
  programs_.resize(targets.size());
  links_.resize(targets.size());
  if (control.per_function) {
    attach_ticks_.resize(targets.size());
    detach_ticks_.resize(targets.size());
  }
  test_run_.look_at(targets);
  std::string log;
  for (size_t i = 0; i < targets.size() && !control.stopped(); ++i) {
    program_.aim(counters_->fd(), i);
    int fd = program_.load(BPF_PROG_TYPE_TRACING, type_, destination(i, targets[i]), &log);
    if (fd >= 0) {
      programs_[i] = Fd(fd);
    } else if (is_hopeless(-fd)) {
      return hopeless(-fd, "cannot load a tracing program");
    } else {
      refusals_.push_back({i, "load", -fd, verifier_complaint(log)});
    }
    report(control, i + 1, targets.size());
  }
  return {};
}

// Kept bare: this loop is what is measured (tools/bench holds it against plain C).
Expected<void> PerLinkAttachment::attach(const LoopControl& control) {
  const size_t count = programs_.size();
  for (size_t i = 0; i < count && !control.stopped(); ++i) {
    if (!programs_[i].valid()) continue;
    const uint64_t begin = control.per_function ? read_tsc() : 0;
    const int fd = make_link_(programs_[i].get());
    const uint64_t end = control.per_function ? read_tsc() : 0;
    if (fd >= 0) {
      if (control.per_function) attach_ticks_[i] = end - begin;
      links_[i] = Fd(fd);
      ++attached_;
    } else if (is_hopeless(-fd)) {
      return hopeless(-fd, "cannot attach a tracing program");
    } else {
      refusals_.push_back({i, "attach", -fd, ""});
    }
    report(control, i + 1, count);
  }
  return {};
}

// Goes through to the end whatever control says: what is attached must go.
Expected<void> PerLinkAttachment::detach(const LoopControl& control) {
  const size_t count = links_.size();
  for (size_t i = 0; i < count; ++i) {
    if (!links_[i].valid()) continue;
    const uint64_t begin = control.per_function ? read_tsc() : 0;
    links_[i].reset();
    if (control.per_function) detach_ticks_[i] = read_tsc() - begin;
    report(control, i + 1, count);
  }
  return {};
}

void PerLinkAttachment::unload() {
  for (Fd& program : programs_) program.reset();
  test_run_.reset();
}

// Only these run the numbered test functions; a fmod_ret program runs bpf_modify_return_test.
int PerLinkAttachment::test_run_fd() const {
  if (type_ != BPF_TRACE_FENTRY && type_ != BPF_TRACE_FEXIT) return test_run_.fd();
  for (const Fd& program : programs_) {
    if (program.valid()) return program.get();
  }
  return -1;
}

}  // namespace trampcheck
