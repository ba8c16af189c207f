#include "tools/cli/command_line.h"

#include <gtest/gtest.h>

#include "tools/cli/context.h"

namespace trampcheck {
namespace {

using Words = std::vector<std::string>;

CommandLine parsed(const Words& words) {
  auto line = parse_command_line(words);
  EXPECT_TRUE(line) << line.error().text();
  return line ? *line : CommandLine();
}

Error refused(const Words& words) {
  auto line = parse_command_line(words);
  EXPECT_FALSE(line) << testing::PrintToString(words);
  if (line) return Error{};
  EXPECT_EQ(line.error().exit, Exit::kUsage);
  EXPECT_EQ(line.error().text().find('\n'), std::string::npos) << line.error().text();
  return line.error();
}

void expect_refused(const Words& words) { (void)refused(words); }

TEST(CommandLine, Probe) {
  EXPECT_EQ(parsed({"probe"}).verb, Verb::kProbe);
  EXPECT_FALSE(parsed({"probe"}).json);
  EXPECT_TRUE(parsed({"probe", "--json"}).json);
}

TEST(CommandLine, List) {
  for (const char* what : {"suites", "cases", "mechanisms", "metrics", "kernels"}) {
    const CommandLine line = parsed({"list", what});
    EXPECT_EQ(line.verb, Verb::kList);
    EXPECT_EQ(line.list_what, what);
  }
  expect_refused({"list"});
  expect_refused({"list", "functions"});
  expect_refused({"list", "suites", "cases"});
}

TEST(CommandLine, Select) {
  CommandLine line = parsed({"select"});
  EXPECT_EQ(line.verb, Verb::kSelect);
  EXPECT_TRUE(line.select.functions.empty());
  EXPECT_FALSE(line.select.limit);
  EXPECT_FALSE(line.select.sample);
  EXPECT_EQ(line.select.seed, 1u);
  EXPECT_FALSE(line.select.explain);
  line = parsed({"select", "--functions", "tcp_*", "--functions", "@set.txt", "--exclude", "*_x",
                 "--exclude=y", "--limit", "10", "--sample", "5", "--seed", "18446744073709551615",
                 "--explain", "-o", "out.txt"});
  EXPECT_EQ(line.select.functions, (Words{"tcp_*", "@set.txt"}));
  EXPECT_EQ(line.select.exclude, (Words{"*_x", "y"}));
  EXPECT_EQ(line.select.limit, 10u);
  EXPECT_EQ(line.select.sample, 5u);
  EXPECT_EQ(line.select.seed, UINT64_MAX);
  EXPECT_TRUE(line.select.explain);
  EXPECT_EQ(line.select.output, "out.txt");
}

TEST(CommandLine, SelectRefusesWrongNumbers) {
  for (const char* option : {"--limit", "--sample", "--seed"}) {
    for (const char* value : {"x", "-1", "", "1.5", "010", "0x10", "18446744073709551616"}) {
      expect_refused({"select", option, value});
    }
    expect_refused({"select", option});
  }
}

TEST(CommandLine, Report) {
  CommandLine line = parsed({"report", "a.json", "dir"});
  EXPECT_EQ(line.verb, Verb::kReport);
  EXPECT_EQ(line.report.paths, (Words{"a.json", "dir"}));
  EXPECT_EQ(line.report.format, "text");
  EXPECT_EQ(line.report.output, "");
  line = parsed({"report", "--format", "perfstat", "dir", "-o", "r.txt"});
  EXPECT_EQ(line.report.paths, Words{"dir"});
  EXPECT_EQ(line.report.format, "perfstat");
  EXPECT_EQ(line.report.output, "r.txt");
  expect_refused({"report"});
  expect_refused({"report", "a.json", "--format"});
}

TEST(CommandLine, RunHasTheDocumentedDefaults) {
  const CommandLine line = parsed({"run", "attach"});
  EXPECT_EQ(line.verb, Verb::kRun);
  EXPECT_EQ(line.run.suites, Words{"attach"});
  EXPECT_EQ(line.run.mechanisms, (Words{"fentry", "fexit"}));
  EXPECT_EQ(line.run.rounds, 5);
  EXPECT_EQ(line.run.warmup, 0);
  EXPECT_EQ(line.run.phase_timeout_s, 300);
  EXPECT_EQ(line.run.select.seed, 1u);
  EXPECT_FALSE(line.run.per_function);
  EXPECT_FALSE(line.run.skip_exit);
  EXPECT_FALSE(line.run.here);
  EXPECT_EQ(line.run.output, "");
}

TEST(CommandLine, RunTakesEveryOption) {
  const CommandLine line = parsed({"run",
                                   "attach",
                                   "--mechanism",
                                   "fexit",
                                   "--functions",
                                   "a*",
                                   "--functions",
                                   "b",
                                   "--rounds",
                                   "2",
                                   "--warmup",
                                   "1",
                                   "--phase-timeout",
                                   "0.5",
                                   "--seed",
                                   "7",
                                   "--per-function",
                                   "--skip-exit",
                                   "--here",
                                   "--output",
                                   "k.json"});
  EXPECT_EQ(line.run.suites, Words{"attach"});
  EXPECT_EQ(line.run.mechanisms, Words{"fexit"});
  EXPECT_EQ(line.run.select.functions, (Words{"a*", "b"}));
  EXPECT_EQ(line.run.rounds, 2);
  EXPECT_EQ(line.run.warmup, 1);
  EXPECT_EQ(line.run.phase_timeout_s, 0.5);
  EXPECT_EQ(line.run.select.seed, 7u);
  EXPECT_TRUE(line.run.per_function);
  EXPECT_TRUE(line.run.skip_exit);
  EXPECT_TRUE(line.run.here);
  EXPECT_EQ(line.run.output, "k.json");
}

TEST(CommandLine, MechanismsAreSeparatedByCommas) {
  EXPECT_EQ(parsed({"run", "attach", "--mechanism", "fexit,fentry"}).run.mechanisms,
            (Words{"fexit", "fentry"}));
  EXPECT_EQ(parsed({"run", "--mechanism", "fexit,fentry", "attach"}).run.suites, Words{"attach"});
  EXPECT_EQ(parsed({"run", "attach", "--mechanism=fexit", "--mechanism=all"}).run.mechanisms,
            (Words{"fexit", "all"}));
}

TEST(CommandLine, RunRefusesWrongValues) {
  expect_refused({"run"});
  expect_refused({"run", "attach", "--rounds", "0"});
  expect_refused({"run", "attach", "--rounds", "100001"});
  expect_refused({"run", "attach", "--rounds", "two"});
  expect_refused({"run", "attach", "--warmup", "-1"});
  expect_refused({"run", "attach", "--phase-timeout", "0"});
  expect_refused({"run", "attach", "--phase-timeout", "nan"});
  expect_refused({"run", "attach", "--phase-timeout", "inf"});
  expect_refused({"run", "attach", "--phase-timeout", "5s"});
  expect_refused({"run", "attach", "--phase-timeout", "86401"});
  expect_refused({"run", "attach", "--mechanism"});
  EXPECT_NE(refused({"run", "attach", "--round", "2"}).text().find("trampcheck run --help"),
            std::string::npos);
}

TEST(CommandLine, OctalAndHexAreNoNumbers) {
  for (const char* value : {"010", "0x10", "+10", "1e1", "10.0", "-10", "", " 10", "99999999999"}) {
    for (const char* option : {"--rounds", "--warmup"}) {
      expect_refused({"run", "attach", option, value});
    }
    for (const char* option : {"--boots", "--cpus", "--memory", "--deadline", "--silence"}) {
      expect_refused({"vm", "--kernel", "6.12", option, value});
    }
  }
  EXPECT_EQ(parsed({"run", "attach", "--warmup", "0"}).run.warmup, 0);
  EXPECT_NE(refused({"run", "attach", "--rounds", "0"}).what.find("from 1 to 100000"),
            std::string::npos);
}

TEST(CommandLine, ScaleTakesSizesAndAll) {
  auto line = parse_command_line({"run", "attach", "--scale", "1,10,all", "--per-link-limit", "5"});
  ASSERT_TRUE(line) << line.error().text();
  EXPECT_EQ(line->run.scale, (std::vector<uint64_t>{1, 10, UINT64_MAX}));
  EXPECT_EQ(line->run.per_link_limit, 5u);
  for (const char* wrong : {"0", "ten", "-1", "1.5", "18446744073709551615"}) {
    auto refused = parse_command_line({"run", "attach", "--scale", wrong});
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().exit, Exit::kUsage);
  }
}

TEST(CommandLine, VmHasTheDocumentedDefaults) {
  const CommandLine line = parsed({"vm", "--kernel", "6.12", "--", "run", "attach"});
  EXPECT_EQ(line.verb, Verb::kVm);
  EXPECT_EQ(line.vm.kernels, Words{"6.12"});
  EXPECT_EQ(line.vm.accel, "icount");
  EXPECT_EQ(line.vm.cpus, 1);
  EXPECT_EQ(line.vm.memory_mib, 1024);
  EXPECT_EQ(line.vm.append, "");
  EXPECT_EQ(line.vm.boots, 1);
  EXPECT_EQ(line.vm.deadline_s, 3600);
  EXPECT_EQ(line.vm.command, (Words{"run", "attach"}));
}

TEST(CommandLine, VmTakesEveryOption) {
  const CommandLine line = parsed({"vm",
                                   "--kernel",
                                   "5.10,/boot/vmlinuz",
                                   "--accel",
                                   "kvm",
                                   "--cpus",
                                   "2",
                                   "--memory",
                                   "512",
                                   "--append",
                                   "quiet ftrace=off",
                                   "--boots",
                                   "3",
                                   "--deadline",
                                   "60",
                                   "--silence",
                                   "30",
                                   "--console-log",
                                   "c.log",
                                   "-o",
                                   "dir",
                                   "--",
                                   "probe",
                                   "--json"});
  EXPECT_EQ(line.vm.kernels, (Words{"5.10", "/boot/vmlinuz"}));
  EXPECT_EQ(line.vm.accel, "kvm");
  EXPECT_EQ(line.vm.cpus, 2);
  EXPECT_EQ(line.vm.memory_mib, 512);
  EXPECT_EQ(line.vm.append, "quiet ftrace=off");
  EXPECT_EQ(line.vm.boots, 3);
  EXPECT_EQ(line.vm.deadline_s, 60);
  EXPECT_EQ(line.vm.silence_s, 30);
  EXPECT_EQ(line.vm.console_log, "c.log");
  EXPECT_EQ(line.vm.output, "dir");
  EXPECT_EQ(line.vm.command, (Words{"probe", "--json"}));
  EXPECT_FALSE(line.json);  // that one is the guest's
}

TEST(CommandLine, VmRefusesWrongValues) {
  expect_refused({"vm", "--", "run", "attach"});
  expect_refused({"vm", "--kernel", "6.12", "--accel", "xen"});
  expect_refused({"vm", "--kernel", "6.12", "--cpus", "0"});
  expect_refused({"vm", "--kernel", "6.12", "--memory", "1"});
  expect_refused({"vm", "--kernel", "6.12", "--boots", "0"});
  expect_refused({"vm", "--kernel", "6.12", "run", "attach"});  // without the "--"
}

TEST(CommandLine, OnlyTheFirstDividerIsOurs) {
  EXPECT_EQ(parsed({"vm", "--kernel", "6.12", "--", "run", "--", "x"}).vm.command,
            (Words{"run", "--", "x"}));
  EXPECT_TRUE(parsed({"vm", "--kernel", "6.12", "--"}).vm.command.empty());
  EXPECT_TRUE(parsed({"vm", "--kernel", "6.12"}).vm.command.empty());
}

TEST(CommandLine, OnlyVmTakesADivider) {
  EXPECT_EQ(refused({"probe", "--", "run"}).what, "only `vm`, `bisect` and `selftest` take a `--`");
  EXPECT_EQ(refused({"run", "attach", "--"}).what,
            "only `vm`, `bisect` and `selftest` take a `--`");
}

TEST(CommandLine, Kernels) {
  CommandLine line = parsed({"kernels", "list", "--json"});
  EXPECT_EQ(line.verb, Verb::kKernels);
  EXPECT_EQ(line.kernels_action, "list");
  EXPECT_TRUE(line.json);
  line = parsed({"kernels", "fetch", "5.10", "6.12"});
  EXPECT_EQ(line.kernels_action, "fetch");
  EXPECT_EQ(line.operands, (Words{"5.10", "6.12"}));
  expect_refused({"kernels"});
  expect_refused({"kernels", "delete"});
  EXPECT_EQ(refused({"kernels", "list", "6.12"}).what, "kernels list: takes no series");
  EXPECT_EQ(refused({"kernels", "show", "--json"}).what, "kernels show: takes no --json");
  EXPECT_EQ(refused({"kernels", "fetch", "7.3", "--variant", "poke"}).what,
            "kernels fetch: takes no --variant");
}

TEST(CommandLine, Validate) {
  const CommandLine line = parsed({"validate", "a.json", "b.json"});
  EXPECT_EQ(line.verb, Verb::kValidate);
  EXPECT_EQ(line.operands, (Words{"a.json", "b.json"}));
  expect_refused({"validate"});
}

TEST(CommandLine, AnUnknownVerbNamesTheKnown) {
  const Error error = refused({"rnu", "attach"});
  EXPECT_EQ(error.what, "no verb 'rnu'");
  for (const char* verb : {"probe", "list", "select", "run", "vm", "kernels", "validate"}) {
    EXPECT_NE(error.remedy.find(verb), std::string::npos) << error.remedy;
  }
}

TEST(CommandLine, NoVerbAndUnknownOptionsAreUsageErrors) {
  EXPECT_NE(refused({}).text().find("trampcheck --help"), std::string::npos);
  expect_refused({""});
  expect_refused({"--nonsense"});
  expect_refused({"probe", "--nonsense"});
  expect_refused({"probe", "extra"});
}

TEST(CommandLine, EveryVerbsHelpHasAnExample) {
  for (const char* verb : {"probe", "list", "select", "run", "vm", "kernels", "validate"}) {
    const CommandLine line = parsed({verb, "--help"});
    EXPECT_EQ(line.verb, Verb::kHelp) << verb;
    EXPECT_NE(line.help.find("Example: trampcheck "), std::string::npos) << line.help;
    EXPECT_NE(line.help.find(std::string("trampcheck ") + verb), std::string::npos) << line.help;
    EXPECT_EQ(parsed({verb, "-h"}).help, line.help);
  }
}

TEST(CommandLine, HelpOfTheWhole) {
  const CommandLine line = parsed({"--help"});
  EXPECT_EQ(line.verb, Verb::kHelp);
  EXPECT_NE(line.help.find("Examples:"), std::string::npos);
  EXPECT_NE(line.help.find("Exit status: 0 fine; 1 a failed check, or worse than before; 2 "),
            std::string::npos);
}

TEST(CommandLine, Version) {
  const CommandLine line = parsed({"--version"});
  EXPECT_EQ(line.verb, Verb::kHelp);
  EXPECT_EQ(line.help, version_text());
  EXPECT_EQ(line.help.find("trampcheck 0.1.0 (commit "), 0u) << line.help;
}

}  // namespace
}  // namespace trampcheck
