#include "tools/vm/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace trampcheck {
namespace {

TEST(Process, TellsStatusAndSignal) {
  auto quiet = ChildProcess::start({"/bin/sh", "-c", "exit 3"}, {});
  ASSERT_TRUE(quiet);
  while (!quiet->ended()) usleep(1000);
  EXPECT_EQ(quiet->ended()->status, 3);
  auto killed = ChildProcess::start({"/bin/sleep", "1000"}, {});
  ASSERT_TRUE(killed);
  EXPECT_FALSE(killed->ended());
  EXPECT_EQ(killed->kill_and_wait().signal, SIGKILL);
  EXPECT_EQ(killed->kill_and_wait().signal, SIGKILL);
}

TEST(Process, DiesWithItsOwner) {
  pid_t pid = -1;
  {
    auto child = ChildProcess::start({"/bin/sleep", "1000"}, {});
    ASSERT_TRUE(child);
    pid = child->pid();
    EXPECT_EQ(kill(pid, 0), 0);
    EXPECT_EQ(getpgid(pid), pid);
  }
  EXPECT_EQ(kill(pid, 0), -1);
}

TEST(Process, HandsOverOnlyTheListedDescriptors) {
  auto text =
      output_of({"/bin/sh", "-c", "for fd in /proc/self/fd/*; do echo ${fd##*/}; done"}, 10000);
  ASSERT_TRUE(text) << text.error().text();
  // 3 is the shell's own, of the folder that it lists.
  EXPECT_TRUE(*text == "0\n1\n2\n" || *text == "0\n1\n2\n3\n") << *text;
}

TEST(Process, MissingProgramAndFailure) {
  auto missing = output_of({"/no/such/program"}, 10000);
  EXPECT_FALSE(missing);
  auto failing = output_of({"/bin/sh", "-c", "echo why; exit 2"}, 10000);
  ASSERT_FALSE(failing);
  EXPECT_NE(failing.error().what.find("why"), std::string::npos);
  auto slow = output_of({"/bin/sleep", "1000"}, 50);
  ASSERT_FALSE(slow);
  EXPECT_EQ(slow.error().code, ETIMEDOUT);
}

TEST(Process, FindsProgramsOnPath) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_FALSE(find_program("no-such-program-here"));
}

}  // namespace
}  // namespace trampcheck
