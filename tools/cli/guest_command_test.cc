#include "tools/cli/guest_command.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "results/base/file.h"

namespace trampcheck {
namespace {

using Words = std::vector<std::string>;

GuestCommand prepared(const Words& words) {
  auto command = prepare_guest_command(words);
  EXPECT_TRUE(command) << command.error().text();
  return command ? *command : GuestCommand();
}

Error refused(const Words& words) {
  auto command = prepare_guest_command(words);
  EXPECT_FALSE(command);
  if (command) return Error{};
  EXPECT_EQ(command.error().exit, Exit::kUsage);
  return command.error();
}

void expect_refused(const Words& words) { (void)refused(words); }

std::string scratch(const std::string& name, const std::string& text) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  EXPECT_TRUE(write_file_atomically(path, text));
  return path;
}

TEST(GuestCommand, PassesTheWordsOn) {
  const Words words = {"run", "attach", "--functions", "tcp_*", "--rounds", "2"};
  const GuestCommand command = prepared(words);
  EXPECT_EQ(command.argv, words);
  EXPECT_TRUE(command.files.empty());
  EXPECT_TRUE(command.makes_result);
}

TEST(GuestCommand, OnlyRunMakesAResult) {
  EXPECT_FALSE(prepared({"probe", "--json"}).makes_result);
  EXPECT_FALSE(prepared({"select", "--explain"}).makes_result);
  EXPECT_FALSE(prepared({"list", "suites"}).makes_result);
}

TEST(GuestCommand, SelectPrintsItsSetUnlessItExplains) {
  EXPECT_TRUE(prepared({"select"}).prints_set);
  EXPECT_FALSE(prepared({"select", "--explain"}).prints_set);
  EXPECT_FALSE(prepared({"run", "attach"}).prints_set);
}

TEST(GuestCommand, OtherVerbsDoNotRunInAGuest) {
  EXPECT_EQ(refused({}).what, "nothing to run in the guest");
  EXPECT_EQ(refused({"vm", "--kernel", "6.12"}).what, "'vm' does not run in a guest");
  EXPECT_EQ(refused({"kernels", "list"}).what, "'kernels' does not run in a guest");
  EXPECT_EQ(refused({"validate", "k.json"}).what, "'validate' does not run in a guest");
  EXPECT_EQ(refused({"sh"}).what, "'sh' does not run in a guest");
  EXPECT_EQ(refused({"--help"}).what, "'--help' does not run in a guest");
}

TEST(GuestCommand, WrongArgumentsCostNoBoot) {
  expect_refused({"run"});
  expect_refused({"run", "attach", "--rounds", "0"});
  expect_refused({"run", "attach", "--nonsense"});
  expect_refused({"list", "nonsense"});
  EXPECT_EQ(refused({"run", "attahc"}).what, "no suite 'attahc'");
  EXPECT_EQ(refused({"run", "attach", "--mechanism", "fentry,fxit"}).what, "no mechanism 'fxit'");
  expect_refused({"run", "attach", "--", "x"});
}

TEST(GuestCommand, OutputBelongsBeforeTheDivider) {
  for (const Words& output : {Words{"-o", "k.json"}, Words{"-ok.json"}, Words{"--output", "k.json"},
                              Words{"--output=k.json"}}) {
    Words words = {"run", "attach"};
    words.insert(words.end(), output.begin(), output.end());
    const Error error = refused(words);
    EXPECT_EQ(error.text(), "-o after `--` would write inside the guest; put it before the `--`");
  }
}

TEST(GuestCommand, TakesSetFilesAlong) {
  const std::string path = scratch("set.txt", "# set\nvfs_read\n");
  GuestCommand command = prepared({"run", "attach", "--functions", "@" + path});
  EXPECT_EQ(command.argv, (Words{"run", "attach", "--functions", "@/trampcheck/file0"}));
  ASSERT_EQ(command.files.size(), 1u);
  EXPECT_EQ(command.files[0].first, "/trampcheck/file0");
  EXPECT_EQ(command.files[0].second, "# set\nvfs_read\n");
  command = prepared({"select", "--functions=@" + path, "--functions", "x*"});
  EXPECT_EQ(command.argv, (Words{"select", "--functions=@/trampcheck/file0", "--functions", "x*"}));
  EXPECT_EQ(command.files.size(), 1u);
  EXPECT_EQ(refused({"select", "--functions", "@" + path, "--functions", "@" + path}).what,
            "--functions takes only one @FILE");
}

TEST(GuestCommand, KnowsTheCommandsThatAreNamed) {
  EXPECT_TRUE(prepared({"run", "attach"}).commands.empty());
  EXPECT_TRUE(prepared({"run", "attach", "--mechanism", "all"}).commands.empty());
  for (const char* named : {"bpftrace", "all,bpftrace", "fentry,bpftrace,bpftrace"}) {
    const GuestCommand command = prepared({"run", "attach", "--mechanism", named});
    ASSERT_FALSE(command.commands.empty()) << named;
    EXPECT_EQ(command.commands.front()->program, std::string("bpftrace"));
  }
}

TEST(GuestCommand, AMissingFileIsAUsageError) {
  const Error error = refused({"run", "attach", "--functions", "@/no/such/set.txt"});
  EXPECT_EQ(error.what, "cannot open /no/such/set.txt: No such file or directory");
  EXPECT_EQ(error.remedy, "make a set file with: trampcheck select -o FILE");
}

TEST(GuestCommand, AFileThatIsNoSetIsRefusedByItsOwnName) {
  const std::string path = scratch("result.json", "{}\n");
  EXPECT_EQ(refused({"run", "attach", "--functions", "@" + path}).what,
            path + " line 1 is no function name");
  EXPECT_EQ(refused({"run", "attach", "--functions", "@" + scratch("empty", "")}).what,
            std::string(std::getenv("TEST_TMPDIR")) + "/empty names no functions");
}

}  // namespace
}  // namespace trampcheck
