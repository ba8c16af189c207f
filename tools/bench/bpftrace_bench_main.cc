// bpftrace_bench [--accel icount|tcg|kvm] [--rounds N] [--functions GLOB] [SERIES ...]. The same
// binary is the guests' /init, and the process that attaches there.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "results/base/find_program.h"
#include "tools/bench/bpftrace_bench.h"
#include "tools/kernels/kernels.h"
#include "tools/vm/pack.h"
#include "tools/vm/runner.h"

namespace trampcheck {
namespace {

struct Args {
  std::string accel = "tcg";
  int rounds = 3;
  std::string functions = "__x64_sys_s*";
  std::vector<std::string> kernels = {"6.1", "6.12", "7.3"};
};

int complain(const Error& error) {
  fmt::print(stderr, "{}\n", error.text());
  return static_cast<int>(Exit::kEnvironment);
}

int bench_kernel(const Args& args, const std::string& series, const std::vector<GuestFile>& files) {
  auto kernel = resolve_kernel(series, {});
  if (!kernel) return complain(kernel.error());
  VmOptions options;
  options.kernel_image = kernel->image_path;
  options.accel = *accel_from_string(args.accel);
  options.extra_files = files;
  options.silence_s = 1800;
  options.job.argv = {fmt::format("{}", args.rounds), args.functions};
  VmEvents events;
  events.on_output = [&](const std::string& text) {
    fmt::print("\n{} ({}): {}", series, args.accel, text);
    std::fflush(stdout);
  };
  const VmOutcome outcome = run_vm(options, events);
  for (const std::string& line : outcome.log) fmt::print(stderr, "{}: {}\n", series, line);
  if (!outcome.finished()) return complain(outcome.error());
  return outcome.guest_status.value_or(4);
}

int bench(int argc, char** argv) {
  Args args;
  CLI::App app("Attaching with bpftrace against attaching with this suite, in guests.");
  app.add_option("--accel", args.accel)->check(CLI::IsMember({"icount", "tcg", "kvm"}));
  app.add_option("--rounds", args.rounds)->check(CLI::Range(1, 1000));
  app.add_option("--functions", args.functions);
  app.add_option("series", args.kernels);
  CLI11_PARSE(app, argc, argv);
  auto program = find_program("bpftrace");
  if (!program) {
    return complain(Error{ENOENT, "bpftrace is not on PATH", "apt-get install bpftrace"});
  }
  auto files = pack_program(*program);
  if (!files) return complain(files.error());
  int status = 0;
  for (const std::string& series : args.kernels) {
    status = std::max(status, bench_kernel(args, series, *files));
  }
  return status;
}

}  // namespace
}  // namespace trampcheck

// NOLINTNEXTLINE(bugprone-exception-escape): one without memory may end as it likes
int main(int argc, char** argv) {
  using namespace trampcheck;
  if (is_guest_init()) guest_run(run_bpftrace_bench);
  if (argc == 4 && argv[1] == std::string("once")) return attach_once(argv[2], argv[3]);
  return bench(argc, argv);
}
