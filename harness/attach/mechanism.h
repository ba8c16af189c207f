// What every way of attaching looks like from outside. One file each; one line in table.cc.
#ifndef TRAMPCHECK_HARNESS_ATTACH_MECHANISM_H_
#define TRAMPCHECK_HARNESS_ATTACH_MECHANISM_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/attach/external.h"
#include "harness/kernel/select.h"
#include "results/base/expected.h"

namespace trampcheck {

// Looked at between two functions of a loop: whether to go on, and where it stands.
struct LoopControl {
  const std::atomic<bool>* stop = nullptr;               // set by Ctrl-C or the watchdog
  std::function<void(size_t done, size_t of)> progress;  // called every kProgressEvery functions
  std::atomic<uint64_t>* heartbeat = nullptr;            // counts functions done, for the watchdog
  bool per_function = false;                             // fill Ticks

  static constexpr size_t kProgressEvery = 256;
  bool stopped() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
};

// A function that the kernel refused, by its place among the targets.
struct Refusal {
  size_t index = 0;
  const char* phase = "";  // "load" or "attach"
  int error_number = 0;
  std::string message;  // the verifier's last word, where it had one
};

// The function that stands in where none of the targets can be called.
inline constexpr const char* kSentinel = "bpf_fentry_test1";

// What one mechanism holds in the kernel for one set of functions, through one round. The phases
// are called in this order, each once; what is still held when it goes is let go.
class Attachment {
 public:
  virtual ~Attachment() = default;

  // Refusals that an earlier round found by searching: not to be tried again. Before load.
  virtual void leave_out(const std::vector<Refusal>& known) { (void)known; }

  // Loads what is attached later. Refused functions are recorded, the rest go on.
  // Errors: nothing can be loaded at all (no permission, no memory).
  virtual Expected<void> load(std::span<const Target> targets, const LoopControl& control) = 0;
  virtual Expected<void> attach(const LoopControl& control) = 0;
  // Errors: the kernel did not let go.
  virtual Expected<void> detach(const LoopControl& control) = 0;
  virtual void unload() = 0;

  // How often the program of the index-th target has run since load; where !counts_each(), how
  // often any of them has.
  virtual uint64_t hits(size_t index) const = 0;
  virtual bool counts_each() const { return true; }
  virtual int hits_per_call() const { return 1; }  // 2 where it runs on entry and on return
  virtual size_t attached() const = 0;
  // Whether attach had to look for the functions to blame, so that its time says nothing.
  virtual bool searched() const { return false; }
  virtual const std::vector<Refusal>& refusals() const = 0;
  // Ticks of the counter spent on each function, beside the targets; 0 for those never attached.
  virtual std::span<const uint64_t> attach_ticks() const = 0;
  virtual std::span<const uint64_t> detach_ticks() const = 0;
  // A loaded program that BPF_PROG_TEST_RUN can run, or -1.
  virtual int test_run_fd() const = 0;
};

struct Support {
  bool supported = false;
  std::string reason;  // why not
};

struct Mechanism {
  const char* name;
  const char* patched_by;  // how the text is changed: this is what gets compared
  const char* description;
  // Asks the running kernel, by loading and linking a probe program.
  Support (*probe)(const KernelFunctions& kernel);
  // Errors: the embedded BPF object cannot be opened. Null where `external` is not.
  Expected<std::unique_ptr<Attachment>> (*open)();
  // Attached and called where no target can be; every kernel with BPF has the default.
  const char* sentinel = kSentinel;
  // Attaches to functions of its own making, as many as were chosen. Those of the first 255 run,
  // once each, when its test_run_fd() does.
  bool own_targets = false;
  // A link for each function: large sets take long.
  bool per_link = false;
  // One attachment at a time: where no target can be called, the sentinel waits for the detach.
  bool exclusive = false;
  // Lets go when its process ends; else the exit phase is left out.
  bool ends_with_process = true;
  // A command that does it all by itself: a round is one phase.
  const External* external = nullptr;
  // A kernel of tools/kernels/variants may patch the text without ftrace: whether a variant does,
  // and how. Null where they go through ftrace on every kernel, or on none.
  bool (*pokes)(std::string_view variant) = nullptr;
  const char* poked_by = nullptr;
};

// All mechanisms, in the order they are listed.
std::span<const Mechanism> mechanisms();

// Null where there is none of that name.
const Mechanism* find_mechanism(std::string_view name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_MECHANISM_H_
