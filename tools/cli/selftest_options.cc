#include "tools/cli/numbers.h"
#include "tools/cli/selftest.h"

namespace trampcheck {
namespace {

void add_guest(CLI::App* verb, VmArgs& vm) {
  verb->add_option("--kernel", vm.kernels, "Debian series (7.3) or path of a bzImage")
      ->required()
      ->type_name("SERIES|PATH")
      ->allow_extra_args(false);
  verb->add_option("--accel", vm.accel, "As in vm")
      ->check(CLI::IsMember({"icount", "tcg", "kvm", "auto"}))
      ->capture_default_str();
  verb->add_option("--cpus", vm.cpus, "Virtual CPUs")
      ->capture_default_str()
      ->check(count_between(1, 64));
  verb->add_option("--memory", vm.memory_mib, "MiB of memory")
      ->capture_default_str()
      ->check(count_between(16, 1 << 20));
  verb->add_option("--jobs", vm.jobs, "Guests at a time, as in vm")->check(count_between(1, 1024));
  verb->add_option("--deadline", vm.deadline_s, "Seconds that one guest may take in all")
      ->capture_default_str()
      ->check(count_between(1, 1000000));
  verb->add_flag("--resume", vm.resume, "Go on with what an interrupted selftest left in -o DIR");
  verb->add_option("-o,--output", vm.output, "Folder for the boots and noise.json")
      ->required()
      ->type_name("DIR");
}

}  // namespace

CLI::App* add_selftest(CLI::App& app, SelftestArgs& args) {
  args.vm.accel = "icount";
  args.vm.boots = 0;
  CLI::App* verb = app.add_subcommand("selftest", "How far verdicts can be trusted here");
  verb->add_option(
          "action", args.action,
          "noise: false alarms of a kernel against itself, and the smallest slowdown found")
      ->required()
      ->check(CLI::IsMember({"noise"}));
  add_guest(verb, args.vm);
  verb->add_option("--boots", args.vm.boots,
                   "Boots a side (default: 10 in icount, else twice --per-comparison)")
      ->check(count_between(2, 10000));
  verb->add_option("--per-comparison", args.per_comparison,
                   "Boots a side in one comparison (default: 1 in icount, else 30)")
      ->check(count_between(1, 1000));
  verb->add_option("--metric", args.metric,
                   "Where slowdowns are planted (default: cpu_ns of the first mechanism's attach)")
      ->type_name("ID")
      ->allow_extra_args(false);
  verb->add_option("--resamples", args.resamples, "Comparisons drawn from the boots")
      ->capture_default_str()
      ->check(count_between(1, 1'000'000));
  verb->add_option("--seed", args.seed, "Seed of the drawing")
      ->capture_default_str()
      ->check(check_count)
      ->type_name("S");
  verb->add_option("--planted", args.planted_percent,
                   "Boot as often with a harness that is slower by so much (icount, test build)")
      ->check(number_between(0.01, 1000))
      ->type_name("PCT");
  verb->add_flag("--judge", args.judge_only, "Boot nothing: judge anew what -o DIR holds")
      ->excludes("--resume");
  verb->footer(
      "What follows `--` is run in each guest; without it: run attach --mechanism fentry "
      "--functions '__x64_sys_s*' --limit 20 --rounds 2 --skip-exit.\n"
      "Exit status: 0 no false alarm was confirmed; 1 one was, or a planted slowdown was missed.\n"
      "Example: trampcheck selftest noise --kernel 7.3 --accel tcg -o noise");
  return verb;
}

}  // namespace trampcheck
