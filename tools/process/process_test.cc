#include "tools/process/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
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

TEST(RunProcess, SaysWhatTheChildUsed) {
  const ChildUsage usage =
      shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; sleep 0.01").usage;
  EXPECT_GT(usage.user_ns, 20'000'000);
  EXPECT_GE(usage.system_ns, 0);
  EXPECT_GE(usage.switches_voluntary, 1);  // the wait for sleep
}

TEST(RunProcess, StopsWhenAskedTo) {
  std::atomic<bool> stop = false;
  int turns = 0;
  RunOptions options;
  options.stop = &stop;
  options.on_turn = [&] { stop = ++turns == 2; };
  Finished finished = shell("sleep 100", options);
  EXPECT_TRUE(finished.stopped);
  EXPECT_FALSE(finished.timed_out);
  EXPECT_FALSE(finished.ok());
  EXPECT_EQ(turns, 2);
  EXPECT_EQ(finished.exit.signal, SIGKILL);
  EXPECT_EQ(describe_end(finished, options), "was stopped when asked to");
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

TEST(Process, KillsOnceAndRemembersTheEnd) {
  auto process = Process::start({"sleep", "100"}, {});
  ASSERT_TRUE(process);
  EXPECT_FALSE(process->poll_exit());
  EXPECT_EQ(process->kill_and_wait().signal, SIGKILL);
  EXPECT_EQ(process->kill_and_wait().signal, SIGKILL);
}

TEST(Process, ItsPidfdTellsTheEnd) {
  auto process = Process::start({"sh", "-c", "exit 3"}, {});
  ASSERT_TRUE(process);
  pollfd ended{process->pidfd(), POLLIN, 0};
  EXPECT_EQ(poll(&ended, 1, 10'000), 1);
  EXPECT_EQ(process->poll_exit()->status, 3);
}

TEST(Process, EndsThoughSigchldIsIgnored) {
  auto before = signal(SIGCHLD, SIG_IGN);
  EXPECT_FALSE(shell("exit 0").timed_out);
  Process::start({"sleep", "100"}, {})->kill_and_wait();
  signal(SIGCHLD, before);
}

TEST(Process, HandsOverOnlyTheListedDescriptors) {
  Fd inherited(open("/dev/null", O_RDONLY));  // not close-on-exec
  // 3 is the shell's own, of the folder that it lists.
  std::string text = shell("for fd in /proc/self/fd/*; do echo ${fd##*/}; done").out;
  EXPECT_TRUE(text == "0\n1\n2\n" || text == "0\n1\n2\n3\n") << text;
}

// Each takes the number of the other's source.
TEST(Process, HandsOverDescriptorsAtTheirNumbers) {
  auto one = make_pipe(1 << 20);
  auto two = make_pipe();
  ASSERT_TRUE(one && two);
  EXPECT_GE(fcntl(one->read_end.get(), F_GETPIPE_SZ), 1 << 16);
  int a = one->write_end.get();
  int b = two->write_end.get();
  StartOptions options{.fds = {{a, b}, {b, a}}};
  std::string script = "echo one >/proc/self/fd/$0; echo two >/proc/self/fd/$1";
  auto process =
      Process::start({"sh", "-c", script, std::to_string(b), std::to_string(a)}, options);
  ASSERT_TRUE(process);
  EXPECT_TRUE(process->wait(10)->ok());
  char text[8];
  EXPECT_EQ(read(one->read_end.get(), text, sizeof text), 4);
  EXPECT_EQ(std::string(text, 4), "one\n");
  EXPECT_EQ(read(two->read_end.get(), text, sizeof text), 4);
  EXPECT_EQ(std::string(text, 4), "two\n");
  EXPECT_EQ(read(two->read_end.get(), text, sizeof text), -1);
  EXPECT_EQ(errno, EAGAIN);
}

}  // namespace
}  // namespace trampcheck
