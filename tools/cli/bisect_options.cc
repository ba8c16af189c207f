#include "tools/cli/bisect_options.h"

#include <fmt/format.h>

#include "tools/cli/numbers.h"

namespace trampcheck {
namespace {

std::string check_amount(const std::string& word) {
  if (read_amount(word)) return "";
  return fmt::format("'{}' is neither a number nor a time such as 130ms", word);
}

void add_what(CLI::App* verb, BisectArgs& args) {
  verb->add_option("--metric", args.metric, "What is looked at: attach.fentry.detach.wall_ns")
      ->required()
      ->type_name("ID")
      ->allow_extra_args(false);
  verb->add_option("--baseline", args.baseline, "Result that has the old value")
      ->type_name("RESULT")
      ->allow_extra_args(false);
  verb->add_option_function<std::string>(
          "--limit", [&args](const std::string& word) { args.limit = read_amount(word); },
          "The value beyond which it is changed (130ms), instead of --baseline and --threshold")
      ->check(check_amount)
      ->type_name("VALUE")
      ->allow_extra_args(false);
  verb->add_option("--threshold", args.percent, "Percent away from the old value that are a change")
      ->capture_default_str()
      ->check(number_between(0, 100000))
      ->type_name("PCT");
  verb->add_option("--look-for", args.look_for, "The change to find")
      ->check(CLI::IsMember({"worse", "better"}))
      ->capture_default_str();
}

void add_guest(CLI::App* verb, VmArgs& vm) {
  verb->add_option("--accel", vm.accel, "As in vm")
      ->check(CLI::IsMember({"icount", "tcg", "kvm", "auto"}))
      ->capture_default_str();
  verb->add_option("--cpus", vm.cpus, "Virtual CPUs")
      ->capture_default_str()
      ->check(count_between(1, 64));
  verb->add_option("--memory", vm.memory_mib, "MiB of memory")
      ->capture_default_str()
      ->check(count_between(16, 1 << 20));
  verb->add_option("--append", vm.append, "More kernel parameters")->type_name("ARGS");
  verb->add_option("--deadline", vm.deadline_s, "Seconds that one guest may take in all")
      ->capture_default_str()
      ->check(count_between(1, 1000000));
}

}  // namespace

CLI::App* add_bisect(CLI::App& app, BisectArgs& args) {
  args.vm.accel = "icount";
  CLI::App* verb = app.add_subcommand("bisect", "Find the kernel that changed a metric");
  verb->add_option("action", args.action,
                   "step: judge one kernel, for `git bisect run`; run: search a list by itself")
      ->required()
      ->check(CLI::IsMember({"step", "run"}));
  verb->add_option("--kernel", args.vm.kernels,
                   "step: image or series; run: those to search, in order, or A..B")
      ->delimiter(',')
      ->required()
      ->type_name("KERNEL[,...]")
      ->allow_extra_args(false);
  verb->add_option("--build", args.build, "Shell command that makes the image first (step)")
      ->type_name("COMMAND")
      ->allow_extra_args(false);
  add_what(verb, args);
  add_guest(verb, args.vm);
  verb->add_option("--log", args.log, "Append a line for each boot")->type_name("FILE");
  verb->add_option("-o,--output", args.vm.output, "Keep each boot's result here")->type_name("DIR");
  verb->footer(
      "What follows `--` is run in each guest; without it, the metric's mechanism on the "
      "baseline's "
      "functions, or on '__x64_sys_s*'.\n"
      "step exits with 0: not changed, 1: changed, 125: cannot be measured, 128: stop.\n"
      "Example: trampcheck bisect run --kernel 6.16..7.1 --metric attach.fentry.detach.wall_ns "
      "--look-for better\n"
      "Example: git bisect run trampcheck bisect step --build 'make -j8 bzImage' --kernel "
      "arch/x86/boot/bzImage --baseline good.json --metric attach.fentry.attach.cpu_ns");
  return verb;
}

}  // namespace trampcheck
