#include "suites/attach/command_round.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "harness/attach/bpftrace.h"
#include "suites/attach/experiment.h"

namespace trampcheck {
namespace {

using Texts = std::vector<std::string>;

const Mechanism& bpftrace() { return *find_mechanism("bpftrace"); }

CommandEnd fine_end() {
  CommandEnd end;
  end.fine = true;
  end.how = "exited with status 0";
  return end;
}

ExternalReport fine_report() {
  ExternalReport report;
  report.requested = 98;
  report.attached = 98;
  report.finished = true;
  return report;
}

std::string trouble(const CommandEnd& end, const ExternalReport& report) {
  auto checked = check_command(kBpftrace, end, report, 2.5);
  return checked ? "" : checked.error().text();
}

TEST(CheckCommand, ASoundEnd) { EXPECT_EQ(trouble(fine_end(), fine_report()), ""); }

TEST(CheckCommand, OverItsTime) {
  CommandEnd end = fine_end();
  end.fine = false;
  end.timed_out = true;
  auto checked = check_command(kBpftrace, end, fine_report(), 2.5);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ETIMEDOUT);
  EXPECT_EQ(checked.error().text(),
            "took longer than the 2.5 s of --phase-timeout; raise it or choose fewer functions");
}

TEST(CheckCommand, Failed) {
  CommandEnd end = fine_end();
  end.fine = false;
  end.how = "exited with status 255";
  ExternalReport report = fine_report();
  report.complaint = "ERROR: Error loading program: kfunc:vmlinux:migrate_disable";
  EXPECT_EQ(trouble(end, report),
            "bpftrace exited with status 255: ERROR: Error loading program: "
            "kfunc:vmlinux:migrate_disable");
  report.complaint = "";
  end.how = "was killed by signal 9";
  EXPECT_EQ(trouble(end, report), "bpftrace was killed by signal 9");
}

// Status 0 proves nothing: the last probe has to have spoken.
TEST(CheckCommand, WithoutItsLastWord) {
  ExternalReport report = fine_report();
  report.finished = false;
  const std::string expected =
      "bpftrace ended without saying what it was to say; this suite knows the output of Debian's "
      "bpftrace 0.17";
  EXPECT_EQ(trouble(fine_end(), report), expected);
  report = fine_report();
  report.requested.reset();
  EXPECT_EQ(trouble(fine_end(), report), expected);
}

TEST(CheckCommand, FoundNothing) {
  ExternalReport report = fine_report();
  report.requested = 0;
  EXPECT_EQ(trouble(fine_end(), report), "bpftrace found none of the functions");
}

TEST(CommandCounts, WhatIsLeftOutIsSkipped) {
  ExternalReport report = fine_report();
  report.attached = 90;
  const Counts counts = command_counts(report);
  EXPECT_EQ(counts.requested, 98);
  EXPECT_EQ(counts.attached, 90);
  EXPECT_EQ(counts.failed, 0);
  EXPECT_EQ(counts.skipped, 8);
}

TEST(LastLines, AreThoseThatSaySomething) {
  EXPECT_EQ(last_lines("tool", "one\n\n  \ntwo\nthree"),
            (Texts{"tool: one", "tool: two", "tool: three"}));
  EXPECT_EQ(last_lines("tool", ""), Texts{});
  EXPECT_EQ(last_lines("tool", "\n\n"), Texts{});
  std::string many;
  for (int i = 0; i < 30; ++i) many += std::to_string(i) + "\n";
  const Texts kept = last_lines("tool", many);
  ASSERT_EQ(kept.size(), 10u);
  EXPECT_EQ(kept.front(), "tool: 20");
  EXPECT_EQ(kept.back(), "tool: 29");
}

TEST(AttachPhases, OfACommandAreTheCommandAndTheWait) {
  EXPECT_EQ(attach_phases(bpftrace()), (Texts{"command", "quiesce"}));
  EXPECT_EQ(attach_phases(*find_mechanism("fentry")),
            (Texts{"open", "load", "attach", "hit", "detach", "unload", "quiesce", "exit"}));
  EXPECT_EQ(attach_phases(*find_mechanism("ftrace_filter")),
            (Texts{"open", "load", "attach", "hit", "detach", "unload", "quiesce"}));
}

Reading some_reading() {
  Reading reading;
  reading.tsc = 5000;
  reading.wall_ns = 2000;
  reading.cpu_ns = 1500;
  return reading;
}

TEST(CommandExperiment, HasOnePhaseOfItsOwn) {
  Experiment experiment(bpftrace(), 96);
  experiment.set_command("bpftrace -ve 'x'");
  experiment.set_counts({98, 98, 0, 0});
  experiment.add_sample("quiesce", some_reading(), "no PMU");
  experiment.add_command_sample("command", some_reading(), {1100, 400, 3, 4}, "no PMU");
  const std::vector<ResultRow> rows = experiment.rows(true);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].id, "attach.bpftrace");
  EXPECT_EQ(rows[0].status, Status::kPass);
  EXPECT_EQ(rows[0].params.at("command"), ParamValue("bpftrace -ve 'x'"));
  EXPECT_EQ(rows[0].params.at("functions"), ParamValue(int64_t{96}));
  EXPECT_EQ(rows[0].counts->attached, 98);
  EXPECT_EQ(rows[1].id, "attach.bpftrace.command");
  EXPECT_EQ(rows[1].params.at("command"), ParamValue("bpftrace -ve 'x'"));
  EXPECT_EQ(rows[1].metrics.at("user_ns").samples, std::vector<int64_t>{1100});
  EXPECT_EQ(rows[1].metrics.at("system_ns").samples, std::vector<int64_t>{400});
  EXPECT_EQ(rows[1].metrics.at("wall_ns").samples, std::vector<int64_t>{2000});
  EXPECT_EQ(rows[2].id, "attach.bpftrace.quiesce");
  EXPECT_FALSE(rows[2].metrics.contains("user_ns"));
}

// What the tool said is no evidence against the kernel.
TEST(CommandExperiment, AFailedCommandIsAnErrorWithItsWords) {
  Experiment experiment(bpftrace(), 96);
  experiment.add_output({"bpftrace: ERROR: no"});
  experiment.fail_harness("command", Error{0, "bpftrace exited with status 255: ERROR: no"});
  ResultRow row = experiment.rows(true).front();
  EXPECT_EQ(row.status, Status::kError);
  EXPECT_EQ(row.reason, "command: bpftrace exited with status 255: ERROR: no");
  EXPECT_EQ(row.log, Texts{"bpftrace: ERROR: no"});
  experiment.add_log({"[1.000000] WARNING: CPU: 0"});
  row = experiment.rows(true).front();
  EXPECT_EQ(row.status, Status::kFail);
  EXPECT_EQ(row.log, (Texts{"[1.000000] WARNING: CPU: 0", "bpftrace: ERROR: no"}));
}

}  // namespace
}  // namespace trampcheck
