#include "harness/attach/bpftrace.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace trampcheck {
namespace {

using Words = std::vector<std::string>;

const std::vector<Target> kTwo = {{"vfs_read"}, {"vfs_write"}};

std::string program_of(const Selection& selection, const std::vector<Target>& targets = kTwo) {
  auto command = bpftrace_command(selection, targets);
  EXPECT_TRUE(command) << command.error().text();
  return command ? command->argv.at(2) : "";
}

TEST(BpftraceCommand, IsTheOneOfTheMeasurement) {
  Selection selection;
  selection.include = {"__x64_sys_s*"};
  auto command = bpftrace_command(selection, kTwo);
  ASSERT_TRUE(command);
  EXPECT_EQ(
      command->argv,
      (Words{"bpftrace", "-ve", "kfunc:__x64_sys_s* { } i:ms:10 { print(\"exit\\n\"); exit();}"}));
  EXPECT_EQ(command->env, (Words{"BPFTRACE_MAX_PROBES=1000000", "BPFTRACE_MAX_BPF_PROGS=1000000"}));
  EXPECT_EQ(command_text(*command),
            "bpftrace -ve 'kfunc:__x64_sys_s* { } i:ms:10 { print(\"exit\\n\"); exit();}'");
}

TEST(BpftraceCommand, NamesTheTargetsWhereOneGlobDoesNotSayAll) {
  const std::string names =
      "kfunc:vfs_read,kfunc:vfs_write { } i:ms:10 { print(\"exit\\n\"); exit();}";
  Selection glob;
  glob.include = {"vfs_*"};
  EXPECT_NE(program_of(glob), names);
  Selection selection;
  EXPECT_EQ(program_of(selection), names);
  selection = glob;
  selection.include.push_back("tcp_*");
  EXPECT_EQ(program_of(selection), names);
  selection = glob;
  selection.exclude = {"*_iter"};
  EXPECT_EQ(program_of(selection), names);
  selection = glob;
  selection.limit = 2;
  EXPECT_EQ(program_of(selection), names);
  selection = glob;
  selection.sample = 2;
  EXPECT_EQ(program_of(selection), names);
  selection = glob;
  selection.names = {"vfs_read", "vfs_write"};
  EXPECT_EQ(program_of(selection), names);
  // It has no other wildcard than the star.
  for (const char* pattern : {"vfs_rea?", "vfs_[rw]*", "vfs_r*\"; }", "", "vmlinux:vfs_*"}) {
    selection = Selection();
    selection.include = {pattern};
    EXPECT_EQ(program_of(selection), names) << pattern;
  }
}

TEST(BpftraceCommand, IsRefusedWhereLinuxWouldRefuseIt) {
  // A hundred bytes each with "kfunc:" and comma; the last has no comma, but 40 bytes of body.
  std::vector<Target> most(1310, Target{std::string(93, 'f')});
  most.back().name += std::string(32, 'f');
  EXPECT_EQ(program_of({}, most).size(), 131'071u);
  most.back().name += 'f';
  auto refused = bpftrace_command({}, most);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, E2BIG);
  EXPECT_EQ(refused.error().text(),
            "the names of 1310 functions make a command of 131072 bytes, and 131071 is the most "
            "that Linux takes; choose fewer with --limit or --sample, or all by one --functions "
            "GLOB");
}

TEST(CommandText, IsCutInItsMiddle) {
  auto command = bpftrace_command({}, std::vector<Target>(100, Target{"vfs_read"}));
  ASSERT_TRUE(command);
  const std::string text = command_text(*command);
  EXPECT_EQ(text.size(), 305u);
  EXPECT_TRUE(text.starts_with("bpftrace -ve 'kfunc:vfs_read,kfunc:")) << text;
  EXPECT_NE(text.find(" ... "), std::string::npos);
  EXPECT_TRUE(text.ends_with("{ } i:ms:10 { print(\"exit\\n\"); exit();}'")) << text;
}

// What Debian's bpftrace 0.17 said on 6.12, with two functions one of which BTF does not have.
constexpr const char* kOut = R"(Attaching 3 probes...

Program ID: 20

The verifier log: 
processed 27 insns (limit 1000000) max_states_per_insn 0 total_states 1 peak_states 1 mark_read 0


Program ID: 21

The verifier log: 
processed 2 insns (limit 1000000) max_states_per_insn 0 total_states 0 peak_states 0 mark_read 0

exit



)";
constexpr const char* kErr = R"(INFO: node count: 11
Attaching interval:ms:10
Attaching kfunc:__x64_sys_sync,kfunc:vmlinux:__x64_sys_shutdown
WARNING: No BTF found for __x64_sys_sync, skipping.
Attaching kfunc:__x64_sys_sync,kfunc:vmlinux:__x64_sys_shutdown
)";

TEST(BpftraceReport, CountsProbesAndPrograms) {
  const ExternalReport report = bpftrace_report(kOut, kErr);
  EXPECT_EQ(report.requested, 2);
  EXPECT_EQ(report.attached, 1);
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.unsupported, "");
  EXPECT_EQ(report.complaint, "");
}

// A glob that matches nothing is no error to it.
TEST(BpftraceReport, KnowsTheIntervalAlone) {
  const ExternalReport report = bpftrace_report(
      "Attaching 1 probe...\n\nProgram ID: 5\n\nThe verifier log: \nprocessed 27 insns (limit "
      "1000000) max_states_per_insn 0 total_states 1 peak_states 1 mark_read 0\n\nexit\n\n\n\n",
      "INFO: node count: 10\nAttaching interval:ms:10\n");
  EXPECT_EQ(report.requested, 0);
  EXPECT_EQ(report.attached, 0);
  EXPECT_TRUE(report.finished);
}

// 6.12 has __rcu_read_lock on its own list of what BPF may not attach to.
TEST(BpftraceReport, TakesItsLastComplaint) {
  const ExternalReport report = bpftrace_report(
      "Attaching 3 probes...\n\nProgram ID: 26\n\nThe verifier log: \nprocessed 27 insns (limit "
      "1000000) max_states_per_insn 0 total_states 1 peak_states 1 mark_read 0\n\n",
      "INFO: node count: 11\nAttaching interval:ms:10\n"
      "WARNING: No BTF found for __x64_sys_sync, skipping.\n"
      "Attaching kfunc:vmlinux:__rcu_read_lock,kfunc:__x64_sys_sync\n\nError log: \nprocessed 0 "
      "insns (limit 1000000) max_states_per_insn 0 total_states 0 peak_states 0 mark_read 0\n\n"
      "ERROR: Error loading program: kfunc:vmlinux:__rcu_read_lock\n");
  EXPECT_EQ(report.requested, 2);
  EXPECT_EQ(report.attached, 0);
  EXPECT_FALSE(report.finished);
  EXPECT_EQ(report.unsupported, "");
  EXPECT_EQ(report.complaint, "ERROR: Error loading program: kfunc:vmlinux:__rcu_read_lock");
}

// On 5.10, which does not number its own BTF.
TEST(BpftraceReport, TellsAKernelThatCannot) {
  const ExternalReport report = bpftrace_report(
      "",
      "stdin:1:1-19: ERROR: kfunc/kretfunc not available for your kernel version.\n"
      "kfunc:__x64_sys_s* { } i:ms:10 { print(\"exit\\n\"); exit();}\n~~~~~~~~~~~~~~~~~~\n");
  EXPECT_FALSE(report.requested);
  EXPECT_EQ(report.unsupported,
            "stdin:1:1-19: ERROR: kfunc/kretfunc not available for your kernel version.");
  EXPECT_EQ(report.complaint, report.unsupported);
}

TEST(BpftraceReport, FindsNothingInOtherWords) {
  const ExternalReport report = bpftrace_report("Attaching kfunc:x\nAttaching 3 things\n", "");
  EXPECT_FALSE(report.requested);
  EXPECT_EQ(report.attached, 0);
  EXPECT_FALSE(report.finished);
}

}  // namespace
}  // namespace trampcheck
