// Runs the guest benchmarks: guest_bench [SERIES ...]. The same binary is the guests' /init.
#include <fmt/format.h>

#include <cstdio>

#include "tools/bench/guest_bench.h"
#include "tools/kernels/kernels.h"
#include "tools/vm/guest.h"
#include "tools/vm/runner.h"

namespace trampcheck {
namespace {

int bench_kernel(const std::string& series) {
  auto kernel = resolve_kernel(series, {});
  if (!kernel) {
    fmt::print(stderr, "{}\n", kernel.error().text());
    return static_cast<int>(Exit::kEnvironment);
  }
  int status = 0;
  for (const char* bench : {"fentry", "kprobe_multi", "discover"}) {
    VmOptions options;
    options.kernel_image = kernel->image_path;
    options.accel = Accel::kIcount;
    options.job.argv = {bench};
    VmEvents events;
    events.on_output = [&](const std::string& text) {
      size_t begin = 0;
      for (size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        fmt::print("{:<5} {}\n", series, text.substr(begin, end - begin));
      }
      std::fflush(stdout);
    };
    const VmOutcome outcome = run_vm(options, events);
    for (const std::string& line : outcome.log) fmt::print(stderr, "{}: {}\n", series, line);
    if (!outcome.finished()) fmt::print(stderr, "{}: {}\n", series, outcome.error().text());
    if (!outcome.finished() || outcome.guest_status != 0) status = 4;
  }
  return status;
}

}  // namespace
}  // namespace trampcheck

int main(int argc, char** argv) {
  using namespace trampcheck;
  if (is_guest_init()) guest_run(run_bench_job);
  std::vector<std::string> kernels(argv + 1, argv + argc);
  if (kernels.empty()) kernels = {"5.10", "6.1", "6.12", "7.3"};
  int status = 0;
  for (const std::string& kernel : kernels) status = std::max(status, bench_kernel(kernel));
  return status;
}
