// Kernels of `trampcheck kernels build`, where they have been built: programs run exactly as often
// as their functions, nothing is left behind, and ftrace does not know what pokes do to its sites.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/klog.h>
#include <unistd.h>

#include "harness/attach/mechanism.h"
#include "harness/attach/probe.h"
#include "harness/kernel/tracefs.h"
#include "harness/kernel/variant.h"
#include "results/base/file.h"
#include "tools/kernels/build/build.h"
#include "tools/kernels/build/source.h"
#include "tools/vm/kernel_test_main.h"
#include "tools/vm/runner.h"

namespace trampcheck {
namespace {

constexpr const char* kFunction = "__x64_sys_getpgid";
constexpr const char* kNoneBuilt =
    "no variant of a kernel has been built: trampcheck kernels build 7.3 --variant poke";

bool tell_tracefs(const char* name, std::string_view text) {
  Fd fd(open(tracefs_path(name).c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  return fd.valid() && write(fd.get(), text.data(), text.size()) > 0;
}

bool trace_function() {
  return tell_tracefs("set_ftrace_filter", kFunction) && tell_tracefs("current_tracer", "function");
}

bool trace_nothing() {
  return tell_tracefs("current_tracer", "nop") && tell_tracefs("set_ftrace_filter", "\n");
}

bool dmesg_has(std::string_view words) {
  std::string text(1 << 20, '\0');
  const int size = klogctl(3 /* SYSLOG_ACTION_READ_ALL */, text.data(), 1 << 20);
  return size > 0 && std::string_view(text.data(), static_cast<size_t>(size)).find(words) !=
                         std::string_view::npos;
}

// One attachment to the function: "attached", or why not.
struct Poked {
  std::unique_ptr<Attachment> attachment;
  std::vector<Target> targets;
  std::string word;
};

Poked attach_to_function(const KernelFunctions& kernel, const char* mechanism) {
  Poked poked;
  auto opened = find_mechanism(mechanism)->open();
  if (!opened) return {nullptr, {}, opened.error().text()};
  poked.attachment = *std::move(opened);
  poked.targets = {find_target(kernel, kFunction)};
  auto loaded = poked.attachment->load(poked.targets, {});
  auto attached = loaded ? poked.attachment->attach({}) : loaded;
  if (!attached) {
    poked.word = fmt::format("errno {}", attached.error().code);
  } else if (!poked.attachment->refusals().empty()) {
    poked.word = fmt::format("errno {}", poked.attachment->refusals().front().error_number);
  } else {
    poked.word = "attached";
  }
  return poked;
}

uint64_t hits_of_three_calls(const Poked& poked) {
  const uint64_t before = poked.attachment->hits(0);
  for (int i = 0; i < 3; ++i) [[maybe_unused]] pid_t group = getpgid(0);
  return poked.attachment->hits(0) - before;
}

// A tracer first: attach is refused. The trampoline first: ftrace finds a call where it left a nop,
// and turns itself off; the program goes on, and can be detached.
int conflict_in_guest(const Job& job, GuestChannel& channel) {
  auto kernel = read_kernel_functions();
  if (!kernel) return 4;
  const char* mechanism = job.argv.at(1).c_str();
  auto say = [&](const std::string& line) { channel.output(line + "\n"); };
  say(fmt::format("tracer on: {}", trace_function()));
  {
    Poked refused = attach_to_function(*kernel, mechanism);
    say(fmt::format("attach beside it: {}", refused.word));
  }
  say(fmt::format("tracer off: {}", trace_nothing()));
  Poked poked = attach_to_function(*kernel, mechanism);
  say(fmt::format("attach alone: {}", poked.word));
  say(fmt::format("hits of 3 calls: {}", hits_of_three_calls(poked)));
  auto listed = read_file(tracefs_path("enabled_functions"));
  say(fmt::format("ftrace knows of it: {}",
                  listed && listed->find(kFunction) != std::string::npos));
  say(fmt::format("ftrace bug before: {}", dmesg_has("ftrace bug")));
  trace_function();
  say(fmt::format("ftrace bug after: {}", dmesg_has("ftrace bug")));
  say(fmt::format("hits of 3 calls: {}", hits_of_three_calls(poked)));
  auto gone = poked.attachment->detach({});
  say(fmt::format("detach: {}", gone ? "done" : gone.error().text()));
  say(fmt::format("hits of 3 calls: {}", hits_of_three_calls(poked)));
  return 0;
}

std::vector<Kernel> built(const std::vector<std::string>& variants) {
  std::vector<Kernel> kernels;
  auto paths = find_cache();
  if (!paths) return kernels;
  for (const char* series : {"5.10", "6.1", "6.12", "7.2", "7.3"}) {
    for (const std::string& variant : variants) {
      auto kernel = built_kernel(*paths, {series, variant});
      if (kernel) kernels.push_back(*std::move(kernel));
    }
  }
  return kernels;
}

std::string run_conflict(const Kernel& kernel, const std::string& mechanism) {
  VmOptions options;
  options.kernel_image = kernel.image_path;
  options.accel = Accel::kTcg;
  options.job.argv = {"conflict", mechanism};
  std::string output;
  VmEvents events;
  events.on_output = [&](const std::string& text) { output += text; };
  const VmOutcome outcome = run_vm(options, events);
  return outcome.finished() ? output : output + outcome.reason;
}

constexpr const char* kConflict =
    "tracer on: true\n"
    "attach beside it: errno 16\n"
    "tracer off: true\n"
    "attach alone: attached\n"
    "hits of 3 calls: 3\n"
    "ftrace knows of it: false\n"
    "ftrace bug before: false\n"
    "ftrace bug after: true\n"
    "hits of 3 calls: 3\n"
    "detach: done\n"
    "hits of 3 calls: 0\n";

TEST(PokeConflict, FtraceFindsACallItDidNotMake) {
  const auto kernels = built({"poke"});
  if (kernels.empty()) GTEST_SKIP() << kNoneBuilt;
  for (const Kernel& kernel : kernels) {
    EXPECT_EQ(run_conflict(kernel, "fentry_poke"), kConflict) << kernel.asked;
  }
}

TEST(PokeConflict, ABatchIsRefusedAndFoundAlike) {
  const auto kernels = built({"poke_batch", "poke_batch_ipi"});
  if (kernels.empty()) GTEST_SKIP() << kNoneBuilt;
  for (const Kernel& kernel : kernels) {
    EXPECT_EQ(run_conflict(kernel, "fentry_poke_batch"), kConflict) << kernel.asked;
  }
}

// Every variant applies to every source that is at hand.
TEST(VariantsApply, ToTheSourcesInTheCache) {
  auto paths = find_cache();
  if (!paths) GTEST_SKIP() << paths.error().text();
  int tried = 0;
  for (const char* series : {"5.10", "6.1", "6.12", "7.2", "7.3"}) {
    auto tree = unpacked_tree(*paths, series);
    if (!tree) continue;
    for (const std::string& variant : variant_names()) {
      auto patches = patches_of(variant, series);
      ASSERT_TRUE(patches) << patches.error().text();
      auto tried_on = try_patches(*tree, *patches, series, std::getenv("TEST_TMPDIR"));
      EXPECT_TRUE(tried_on) << tried_on.error().text();
      ++tried;
    }
  }
  if (tried == 0) GTEST_SKIP() << "no source is unpacked; trampcheck kernels build fetches one";
}

}  // namespace

GuestMain kernel_test_guest() { return conflict_in_guest; }

}  // namespace trampcheck
