#include "tools/process/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace trampcheck {
namespace {

Finished shell(const std::string& script, RunOptions options = {}) {
  auto finished = run_process({"sh", "-c", script}, options);
  EXPECT_TRUE(finished);
  return *finished;
}

TEST(RunProcess, KeepsOutputAndStatus) {
  Finished finished = shell("echo one; echo two >&2; exit 3");
  EXPECT_EQ(finished.out, "one\n");
  EXPECT_EQ(finished.err, "two\n");
  EXPECT_EQ(finished.exit.status, 3);
  EXPECT_FALSE(finished.ok());
  EXPECT_EQ(describe_end(finished, {}), "exited with status 3");
}

TEST(RunProcess, SaysThatACommandIsMissing) {
  auto finished = run_process({"no-such-command"}, {});
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().what, "cannot run no-such-command: No such file or directory");
  EXPECT_EQ(finished.error().code, ENOENT);
}

TEST(RunProcess, GivesStdinAndHandsOutLines) {
  RunOptions options;
  options.stdin_bytes = "a\nb\nend without newline";
  std::vector<std::string> lines;
  options.on_stdout_line = [&](std::string_view line) { lines.emplace_back(line); };
  EXPECT_TRUE(shell("cat", options).ok());
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "b", "end without newline"}));
}

TEST(RunProcess, SurvivesAChildThatDoesNotReadItsInput) {
  RunOptions options;
  options.stdin_bytes = std::string(1 << 20, 'x');
  EXPECT_TRUE(shell("exec <&-; sleep 0.1", options).ok());
}

TEST(RunProcess, KillsTheWholeGroupAtTheDeadline) {
  RunOptions options;
  options.deadline_s = 0.2;
  Finished finished = shell("sleep 100 & echo $!; wait", options);
  EXPECT_TRUE(finished.timed_out);
  EXPECT_EQ(finished.exit.signal, SIGKILL);
  EXPECT_EQ(describe_end(finished, options), "was stopped after 0.2 s");
  pid_t grandchild = std::atoi(finished.out.c_str());
  ASSERT_GT(grandchild, 0);
  for (int i = 0; i < 100 && kill(grandchild, 0) == 0; ++i) usleep(10'000);
  EXPECT_NE(kill(grandchild, 0), 0);
}

TEST(RunProcess, DoesNotWaitForWhatTheChildLeavesBehind) {
  RunOptions options;
  options.deadline_s = 30;
  EXPECT_FALSE(shell("sleep 100 & exit 0", options).timed_out);
}

TEST(RunProcess, StopsAChildThatNeverStopsWriting) {
  RunOptions options;
  options.deadline_s = 0.2;
  Finished finished = shell("yes", options);
  EXPECT_TRUE(finished.timed_out);
  EXPECT_EQ(finished.out.size(), options.output_limit_bytes);
}

TEST(RunProcess, KeepsTheLastBytes) {
  RunOptions options;
  options.output_limit_bytes = 4;
  EXPECT_EQ(shell("printf 123456789", options).out, "6789");
}

TEST(RunProcess, UsesFolderEnvironmentAndFile) {
  std::string folder = std::getenv("TEST_TMPDIR");
  RunOptions options;
  options.start.folder = folder;
  options.start.env = {"TRAMPCHECK_WORD=hello"};
  options.start.stdout_path = folder + "/written";
  EXPECT_EQ(shell("echo $TRAMPCHECK_WORD in $PWD", options).out, "");
  EXPECT_EQ(*read_file(folder + "/written"), "hello in " + folder + "\n");
}

TEST(Process, DiesWithItsOwner) {
  pid_t pid = 0;
  {
    auto process = Process::start({"sleep", "100"}, {});
    ASSERT_TRUE(process);
    pid = process->pid();
    EXPECT_EQ(getpgid(pid), pid);
    EXPECT_FALSE(process->wait(0.01));
  }
  EXPECT_NE(kill(pid, 0), 0);
}

TEST(Process, TellsASignalFromAStatus) {
  auto process = Process::start({"sleep", "100"}, {});
  ASSERT_TRUE(process);
  process->signal_group(SIGTERM);
  auto exit = process->wait(5);
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->signal, SIGTERM);
  EXPECT_EQ(exit->status, 0);
}

}  // namespace
}  // namespace trampcheck
