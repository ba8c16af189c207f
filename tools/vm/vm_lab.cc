// vm_lab KERNEL ACCEL [--append TEXT] [--cpus N] [--memory M] [--print] VERB ARGS...: runs one of
// the test guest's verbs by hand and prints how the machine fared. For finding out what a new
// kernel or QEMU does.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>

#include "tools/vm/kernel_test_guest.h"
#include "tools/vm/runner.h"

using namespace trampcheck;

// NOLINTNEXTLINE(bugprone-exception-escape): one without memory may end as it likes
int main(int argc, char** argv) {
  if (is_guest_init()) guest_run(test_guest_main);
  VmOptions options;
  int at = 1;
  if (argc < 4) return 2;
  options.kernel_image = argv[at++];
  options.accel = accel_from_string(argv[at++]).value_or(Accel::kAuto);
  for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
    std::string name = argv[at];
    if (name == "--append") options.append = argv[at + 1];
    if (name == "--cpus") options.cpus = std::atoi(argv[at + 1]);
    if (name == "--memory") options.memory_mib = std::atoi(argv[at + 1]);
    if (name == "--silence") options.silence_s = std::atoi(argv[at + 1]);
    if (name == "--deadline") options.deadline_s = std::atoi(argv[at + 1]);
    if (name == "--log") options.console_log_path = argv[at + 1];
  }
  for (; at < argc; ++at) options.job.argv.emplace_back(argv[at]);
  VmEvents events;
  events.on_progress = [](const std::string& line) { fmt::print("progress: {}\n", line); };
  events.on_output = [](const std::string& text) { fmt::print("{}", text); };
  VmOutcome outcome = run_vm(options, events);
  fmt::print("{}: {} {}\nguest status {}, hello {}, boot {} ms, all {} ms, result {} bytes\n",
             to_string(outcome.status), outcome.reason, outcome.remedy,
             outcome.guest_status.value_or(-1), outcome.hello, outcome.boot_ms.value_or(-1),
             outcome.vm.host_wall_ms.value_or(-1), outcome.result.value_or("").size());
  fmt::print("{}\n", fmt::join(outcome.log, "\n"));
  fmt::print("notes: {}\n", fmt::join(outcome.console_notes, "\n"));
  if (!outcome.finished()) fmt::print("tail: {}\n", fmt::join(outcome.console_tail, "\n"));
  if (std::getenv("VM_LAB_COMMAND")) fmt::print("{}\n", fmt::join(outcome.command, " "));
}
