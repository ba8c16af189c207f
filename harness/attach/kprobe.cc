// kprobe and kretprobe as other tools make them: a perf event of the dynamic PMU `kprobe` for each
// function. At a function's entry a kprobe is an ftrace callback (KPROBES_ON_FTRACE), registered
// one by one.
#include "harness/attach/kprobe.h"

#include <fmt/format.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <optional>

#include "bpf/count_fentry.skel.h"
#include "bpf/count_slot.skel.h"
#include "harness/attach/embedded.h"
#include "harness/attach/probe.h"
#include "harness/attach/test_run.h"
#include "harness/measure/tsc.h"

namespace trampcheck {
namespace {

constexpr const char* kPmu = "/sys/bus/event_source/devices/kprobe/";

// The number in a text such as "8" or "config:0".
Expected<uint64_t> read_number(const std::string& path, std::string_view prefix = "") {
  auto text = read_file(path);
  if (!text) return text.error();
  std::string_view digits = *text;
  if (digits.starts_with(prefix)) digits.remove_prefix(prefix.size());
  uint64_t value = 0;
  if (std::from_chars(digits.begin(), digits.end(), value).ec == std::errc()) return value;
  return Error{0, fmt::format("{} holds no number: '{}'", path, *text)};
}

struct Pmu {
  uint64_t type = 0;
  uint64_t return_bit = 0;
};

Expected<Pmu> find_pmu() {
  auto type = read_number(std::string(kPmu) + "type");
  if (!type) return type.error();
  auto bit = read_number(std::string(kPmu) + "format/retprobe", "config:");
  if (!bit) return bit.error();
  return Pmu{*type, *bit};
}

class KprobeAttachment : public Attachment {
 public:
  KprobeAttachment(CountingProgram by_slot, CountingProgram together, bool at_return)
      : by_slot_(std::move(by_slot)), together_(std::move(together)), at_return_(at_return) {}
  Expected<void> load(std::span<const Target> targets, const LoopControl& control) override;
  Expected<void> attach(const LoopControl& control) override;
  Expected<void> detach(const LoopControl& control) override;
  void unload() override {
    program_.reset();
    test_run_.reset();
  }

  uint64_t hits(size_t index) const override { return counters_->read(each_ ? index : 0); }
  bool counts_each() const override { return each_; }
  size_t attached() const override { return attached_; }
  const std::vector<Refusal>& refusals() const override { return refusals_; }
  std::span<const uint64_t> attach_ticks() const override { return attach_ticks_; }
  std::span<const uint64_t> detach_ticks() const override { return detach_ticks_; }
  int test_run_fd() const override { return test_run_.fd(); }

 private:
  Expected<void> load_program();
  // 0 or an errno; the event and the link are kept at `index`.
  int attach_one(size_t index);
  int open_event(const char* function) const;
  void release(size_t index);

  CountingProgram by_slot_;
  CountingProgram together_;
  const bool at_return_;
  bool each_ = true;
  Pmu pmu_;
  std::optional<Counters> counters_;
  Fd program_;
  std::vector<const char*> names_;  // the targets' own, which outlive this
  std::vector<Fd> events_;
  std::vector<Fd> links_;  // invalid where the event itself holds the program
  std::vector<Refusal> refusals_;
  std::vector<uint64_t> attach_ticks_;
  std::vector<uint64_t> detach_ticks_;
  mutable TestRun test_run_;
  size_t attached_ = 0;
};

// Cookies came with 5.15, as did links for perf events (b89fbfbb854c); before, one counter for all.
Expected<void> KprobeAttachment::load_program() {
  auto counters = Counters::create(names_.size(), Counters::Shape::kElements);
  if (!counters) return counters.error();
  by_slot_.give(counters->fd());
  int fd = by_slot_.load(BPF_PROG_TYPE_KPROBE, static_cast<bpf_attach_type>(0), {}, nullptr);
  each_ = fd >= 0;
  if (!each_) {
    counters = Counters::create(1);
    if (!counters) return counters.error();
    together_.aim(counters->fd(), 0);
    fd = together_.load(BPF_PROG_TYPE_KPROBE, static_cast<bpf_attach_type>(0), {}, nullptr);
  }
  if (fd < 0) return errno_error(-fd, "cannot load a kprobe program", "run as root");
  counters_ = std::move(*counters);
  program_ = Fd(fd);
  return {};
}

Expected<void> KprobeAttachment::load(std::span<const Target> targets, const LoopControl& control) {
  auto pmu = find_pmu();
  if (!pmu) return pmu.error();
  pmu_ = *pmu;
  for (const Target& target : targets) names_.push_back(target.name.c_str());
  events_.resize(targets.size());
  links_.resize(targets.size());
  if (control.per_function) {
    attach_ticks_.resize(targets.size());
    detach_ticks_.resize(targets.size());
  }
  test_run_.look_at(targets);
  return load_program();
}

// One event serves all CPUs: a program on it runs wherever the probe hits (kprobe_perf_func).
int KprobeAttachment::open_event(const char* function) const {
  perf_event_attr attr{};
  attr.type = static_cast<uint32_t>(pmu_.type);
  attr.size = sizeof(attr);
  attr.config = at_return_ ? 1ULL << pmu_.return_bit : 0;
  attr.config1 = reinterpret_cast<uintptr_t>(function);
  return static_cast<int>(syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC));
}

int KprobeAttachment::attach_one(size_t index) {
  Fd event(open_event(names_[index]));
  if (!event.valid()) return errno;
  Fd link;
  if (each_) {
    LIBBPF_OPTS(bpf_link_create_opts, options);
    options.perf_event.bpf_cookie = index;
    link = Fd(bpf_link_create(program_.get(), event.get(), BPF_PERF_EVENT, &options));
    if (!link.valid()) return -link.get();
  } else if (ioctl(event.get(), PERF_EVENT_IOC_SET_BPF, program_.get()) != 0) {
    return errno;
  }
  if (ioctl(event.get(), PERF_EVENT_IOC_ENABLE, 0) != 0) {
    const int error_number = errno;
    link.reset();
    return error_number;
  }
  events_[index] = std::move(event);
  links_[index] = std::move(link);
  return 0;
}

Expected<void> KprobeAttachment::attach(const LoopControl& control) {
  if (!program_.valid()) return {};
  const size_t count = names_.size();
  for (size_t i = 0; i < count && !control.stopped(); ++i) {
    const uint64_t begin = control.per_function ? read_tsc() : 0;
    const int refused = attach_one(i);
    if (control.per_function) attach_ticks_[i] = read_tsc() - begin;
    if (refused == 0) {
      ++attached_;
    } else if (refused == EPERM || refused == EMFILE || refused == EACCES) {
      return errno_error(refused, "cannot attach a kprobe",
                         refused == EMFILE ? "raise the limit of open files (ulimit -n)"
                                           : "run as root; is the kernel locked down?");
    } else {
      refusals_.push_back({i, "attach", refused, ""});
    }
    if ((i + 1) % LoopControl::kProgressEvery == 0 && control.progress) {
      control.progress(i + 1, count);
    }
  }
  return {};
}

void KprobeAttachment::release(size_t index) {
  links_[index].reset();
  events_[index].reset();
}

Expected<void> KprobeAttachment::detach(const LoopControl& control) {
  const size_t count = events_.size();
  for (size_t i = 0; i < count; ++i) {
    if (!events_[i].valid()) continue;
    const uint64_t begin = control.per_function ? read_tsc() : 0;
    release(i);
    if (control.per_function) detach_ticks_[i] = read_tsc() - begin;
    if ((i + 1) % LoopControl::kProgressEvery == 0 && control.progress) {
      control.progress(i + 1, count);
    }
  }
  return {};
}

Expected<std::unique_ptr<Attachment>> open_as(const char* name, bool at_return) {
  auto by_slot = take_program<count_slot>();
  if (!by_slot) return by_slot.error();
  auto together = take_program<count_fentry>();
  if (!together) return together.error();
  by_slot->rename(name);
  together->rename(name);
  return std::unique_ptr<Attachment>(
      std::make_unique<KprobeAttachment>(std::move(*by_slot), std::move(*together), at_return));
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_kprobe() { return open_as("tc_kprobe", false); }

Expected<std::unique_ptr<Attachment>> open_kretprobe() { return open_as("tc_kretprobe", true); }

Support probe_kprobe(const KernelFunctions& kernel) {
  return probe_by_attaching(open_kprobe(), kernel);
}

Support probe_kretprobe(const KernelFunctions& kernel) {
  return probe_by_attaching(open_kretprobe(), kernel);
}

}  // namespace trampcheck
