// What a multi link does with functions that the kernel refuses: it loses those and no others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/attach/mechanism.h"
#include "harness/attach/reason.h"
#include "tools/vm/kernel_test_main.h"
#include "tools/vm/runner.h"

namespace trampcheck {
namespace {

constexpr const char* kMechanisms[] = {"kprobe_multi", "kprobe_session", "fentry_multi",
                                       "fexit_multi"};

// Twenty system calls; before, among and after them what no kernel attaches to: type 1 is no
// function, and _stext no ftrace site.
std::vector<Target> mixed_targets(const KernelFunctions& kernel) {
  Selection selection;
  selection.include = {"__x64_sys_s*"};
  selection.limit = 20;
  std::vector<Target> targets = choose(kernel, selection)->chosen;
  const uint64_t no_site = kernel.symbols.find("_stext")->address;
  for (size_t at : {size_t{0}, size_t{9}, targets.size() + 2}) {
    const auto id = static_cast<uint32_t>(at + 1);  // 1, 10 and 23: integers and pointers
    targets.insert(targets.begin() + static_cast<ptrdiff_t>(at), {"_stext", id, no_site});
  }
  return targets;
}

std::string one_round(const Mechanism& mechanism, std::span<const Target> targets,
                      std::vector<Refusal>& known) {
  auto opened = mechanism.open();
  if (!opened) return opened.error().text();
  Attachment& attachment = **opened;
  attachment.leave_out(known);
  if (auto loaded = attachment.load(targets, {}); !loaded) return loaded.error().text();
  if (auto attached = attachment.attach({}); !attached) return attached.error().text();
  known = attachment.refusals();
  std::string text = fmt::format("{} attached, {}", attachment.attached(),
                                 attachment.searched() ? "searched" : "at once");
  std::vector<size_t> indices;
  for (const Refusal& refusal : known) {
    indices.push_back(refusal.index);
    text += fmt::format(", {}", classify(refusal));
  }
  std::sort(indices.begin(), indices.end());
  text += fmt::format(" ({})", fmt::join(indices, " "));
  if (auto gone = attachment.detach({}); !gone) return gone.error().text();
  return text;
}

int refuse_in_guest(const Job&, GuestChannel& channel) {
  auto kernel = read_kernel_functions();
  if (!kernel) return 4;
  const std::vector<Target> targets = mixed_targets(*kernel);
  for (const char* name : kMechanisms) {
    const Mechanism& mechanism = *find_mechanism(name);
    if (!mechanism.probe(*kernel).supported) continue;
    std::vector<Refusal> known;
    for (int round = 0; round < 2; ++round) {
      channel.output(fmt::format("{}: {}\n", name, one_round(mechanism, targets, known)));
    }
  }
  return 0;
}

TEST(RefusedMembers, DoNotLoseTheRest) {
  const auto kernels = test_kernels();
  if (kernels.empty()) GTEST_SKIP() << kNoKernels;
  for (const TestKernel& kernel : kernels) {
    SCOPED_TRACE(kernel.name);
    VmOptions options;
    options.kernel_image = kernel.image;
    options.accel = Accel::kIcount;
    std::string output;
    VmEvents events;
    events.on_output = [&](const std::string& text) { output += text; };
    const VmOutcome outcome = run_vm(options, events);
    ASSERT_TRUE(outcome.finished()) << outcome.reason;
    EXPECT_EQ(outcome.guest_status, 0);
    std::string expected;
    for (const char* name : kMechanisms) {
      if (output.find(name) == std::string::npos) continue;  // this kernel has it not
      for (const char* how : {"searched", "at once"}) {
        expected += fmt::format(
            "{}: 20 attached, {}, address_refused, address_refused, address_refused (0 9 22)\n",
            name, how);
      }
    }
    EXPECT_EQ(output, expected);
  }
}

}  // namespace

GuestMain kernel_test_guest() { return refuse_in_guest; }

}  // namespace trampcheck
