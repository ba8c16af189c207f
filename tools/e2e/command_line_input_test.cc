// Wrong verbs, options and values; function files that are none.
#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

using CommandLineInput = Refusal;

TEST_F(CommandLineInput, Verbs) {
  refuse({"nosuch"}, 2, {"no verb 'nosuch'", "there are: probe, list"});
  refuse({}, 2, {"required", "see: trampcheck --help"});
  refuse({"list", "nosuch"}, 2, {"nosuch", "mechanisms", "trampcheck list --help"});
  refuse({"kernels", "nosuch"}, 2, {"nosuch", "fetch", "trampcheck kernels --help"});
  refuse({"probe", "--", "x"}, 2, {"`--`", "trampcheck vm --help"});
}

TEST_F(CommandLineInput, Options) {
  refuse({"run", "attach", "--nosuch"}, 2, {"--nosuch", "trampcheck run --help"});
  refuse({"--nosuch"}, 2, {"trampcheck --help"});
  refuse({"vm", "--kernel", "6.12", "--nosuch", "--", "probe"}, 2,
         {"--nosuch", "trampcheck vm --help"});
  refuse({"vm", "--", "probe"}, 2, {"--kernel is required", "trampcheck vm --help"});
  refuse({"run"}, 2, {"suite is required", "trampcheck run --help"});
  refuse({"validate"}, 2, {"file is required", "trampcheck validate --help"});
  refuse({"run", "attach", "--rounds"}, 2, {"--rounds", "trampcheck run --help"});
}

TEST_F(CommandLineInput, Values) {
  for (const char* value : {"0", "-1", "abc", "1.5", "99999999999999999999"}) {
    refuse({"run", "attach", "--rounds", value}, 2, {"--rounds", value, "trampcheck run --help"});
    refuse({"vm", "--kernel", "6.12", "--", "run", "attach", "--rounds", value}, 2,
           {"--rounds", value, "trampcheck run --help"});
  }
  for (const char* option : {"--limit", "--sample", "--seed"}) {
    refuse({"run", "attach", option, "-1"}, 2, {option, "-1", "trampcheck run --help"});
    refuse({"run", "attach", option, "abc"}, 2, {option, "abc", "trampcheck run --help"});
  }
  refuse({"run", "attach", "--phase-timeout", "0"}, 2, {"--phase-timeout", "0"});
  refuse({"vm", "--kernel", "6.12", "--accel", "fast", "--", "probe"}, 2, {"fast", "icount"});
  refuse({"vm", "--kernel", "6.12", "--cpus", "0", "--", "probe"}, 2, {"--cpus", "0"});
  refuse({"vm", "--kernel", "6.12", "--memory", "lots", "--", "probe"}, 2, {"--memory", "lots"});
  refuse({"vm", "--kernel", "6.12", "--boots", "0", "--", "probe"}, 2, {"--boots", "0"});
}

TEST_F(CommandLineInput, RunNeedsHere) {
  refuse({"run", "attach", "--mechanism", "fexit", "--rounds", "7"}, 2,
         {"would attach fexit programs", "7 rounds", "trampcheck vm --kernel", "--here"});
}

TEST_F(CommandLineInput, SuitesAndMechanisms) {
  refuse({"run", "nosuch", "--here"}, 2, {"no suite 'nosuch'", "there are: attach"});
  refuse({"run", "attach", "--mechanism", "nosuch"}, 2, {"no mechanism 'nosuch'", "fentry, fexit"});
}

// What a guest would refuse costs no boot.
TEST_F(CommandLineInput, CommandsForAGuest) {
  const std::vector<std::string> vm = {"vm", "--kernel", make("bzImage", synthetic_bzimage())};
  auto in_guest = [&](std::vector<std::string> command) {
    command.insert(command.begin(), "--");
    command.insert(command.begin(), vm.begin(), vm.end());
    return command;
  };
  refuse(vm, 2, {"nothing to run", "after `--`"});
  refuse(in_guest({}), 2, {"nothing to run", "after `--`"});
  refuse(in_guest({"validate", "x"}), 2, {"'validate' does not run in a guest", "probe"});
  refuse(in_guest({"nosuch"}), 2, {"'nosuch' does not run in a guest", "probe"});
  refuse(in_guest({"run", "attach", "-o", "x"}), 2, {"-o after `--`", "before the `--`"});
  refuse(in_guest({"run", "attach", "--output=x"}), 2, {"-o after `--`", "before the `--`"});
  refuse(in_guest({"run", "nosuch"}), 2, {"no suite 'nosuch'", "there are: attach"});
  refuse(in_guest({"run", "attach", "--mechanism", "nosuch"}), 2,
         {"no mechanism 'nosuch'", "fentry, fexit"});
}

TEST_F(CommandLineInput, FunctionFiles) {
  const std::string set = make("set", "vfs_read\nvfs_write\n");
  const std::string garbage(3000, '\xbd');
  struct {
    std::string name;
    std::string says;
  } cases[] = {
      {"missing", "cannot open missing"},
      {".", "cannot read"},
      {make("empty", ""), "empty names no functions"},
      {make("comments", "# nothing\n"), "comments names no functions"},
      {make("garbage", garbage), "garbage line 1 is no function name"},
      {make("late", "vfs_read\n\x7f" + std::string("ELF\n")), "late line 2 is no function name"},
  };
  for (const auto& [name, says] : cases) {
    refuse({"run", "attach", "--functions", "@" + name}, 2, {says, "trampcheck select -o FILE"});
    refuse({"vm", "--kernel", "6.12", "--", "run", "attach", "--functions=@" + name}, 2,
           {says, "trampcheck select -o FILE"});
  }
  refuse({"run", "attach", "--functions", "@" + set, "--functions", "@" + set}, 2,
         {"only one @FILE", "into one file"});
  refuse({"vm", "--kernel", "6.12", "--", "run", "attach", "--functions", "@" + set, "--functions",
          "@" + set},
         2, {"only one @FILE", "into one file"});
}

// `git bisect run` takes 1 to 124 for a bad commit: a typo must stop it.
TEST_F(CommandLineInput, AStepThatMakesNoSenseStopsTheSearch) {
  const std::vector<std::vector<std::string>> cases = {
      {"--kernel", "7.3", "--metric", "a.b", "--limit", "5parsecs"},
      {"--kernel", "7.3", "--limit", "5ms"},
      {"--kernel", "7.3", "--metric", "a.b", "--limit", "5ms", "--typo"},
      {"--kernel", "6.1..7.3", "--metric", "attach.fentry.attach.cpu_ns", "--limit", "5ms"},
      {"--kernel", "7.3", "--metric", "attach.fentry.attach.cpu_ns", "--baseline", "missing"},
      {"--kernel", "7.3", "--metric", "attach.fentry.attach.cpu_ns", "--limit", "5ms", "--log",
       "missing/log"},
  };
  for (const auto& options : cases) {
    std::vector<std::string> all = {"bisect", "step"};
    all.insert(all.end(), options.begin(), options.end());
    refuse(all, 128, {});
  }
  refuse({"bisect", "run", "--kernel", "7.3,7.3", "--metric", "attach.fentry.attach.cpu_ns"}, 2,
         {"a kernel is named twice"});
  refuse({"bisect", "run", "--kernel", "7.3,./none", "--metric", "attach.fentry.attach.cpu_ns"}, 4,
         {"./none", "No such file"});
}

}  // namespace
}  // namespace trampcheck
