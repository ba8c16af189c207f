#include "tools/cli/description.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "results/base/file.h"
#include "tools/cli/command_line.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

CommandDescription small() {
  CommandDescription command{"Does it.", "Example: x", "1.0", {}};
  VerbDescription verb{"go", "Goes [there]: 'now'", {}, {}, ".so what"};
  verb.options = {{{"-o", "--output"}, "", "Where to", "FILE", {}, "", false, true},
                  {{"--how"}, "", "Which way", "WORD", {"up", "down"}, "up"},
                  {{"--many"}, "", "Several", "M", {"a", "b"}, "", true},
                  {{"--fast"}, "", "A flag", ""}};
  verb.operands = {{{}, "what", "The thing", "WORD", {"this", "that"}, "", false, false, true}};
  command.verbs = {verb};
  return command;
}

// Files of a folder of the test's own.
std::string write_script(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "/" + name;
  EXPECT_TRUE(write_file_atomically(path, text));
  return path;
}

// The words that bash would offer, one a line, for a command line whose last word is unfinished.
std::string completed(const std::vector<std::string>& words) {
  const std::string path =
      write_script("completion.bash", bash_completion(describe_command_line()));
  std::string script = "source " + path + "; COMP_WORDS=(trampcheck";
  for (const std::string& word : words) script += " '" + word + "'";
  script += "); COMP_CWORD=" + std::to_string(words.size()) +
            "; _trampcheck; printf '%s\\n' \"${COMPREPLY[@]}\"";
  auto ran = run_process({"bash", "-euc", script}, {});
  EXPECT_TRUE(ran && ran->ok()) << (ran ? ran->err : ran.error().text());
  return ran ? ran->out : "";
}

TEST(BashCompletion, Verbs) {
  EXPECT_EQ(completed({"comp"}), "compare\ncompletion\n");
  EXPECT_EQ(completed({"--ve"}), "--version\n");
}

TEST(BashCompletion, OptionsAndTheirValues) {
  EXPECT_EQ(completed({"vm", "--acc"}), "--accel\n");
  EXPECT_EQ(completed({"vm", "--accel", "ic"}), "icount\n");
  EXPECT_EQ(completed({"report", "--format", "mark"}), "markdown\n");
  EXPECT_EQ(completed({"list", "mech"}), "mechanisms\n");
  EXPECT_EQ(completed({"run", "att"}), "attach\n");
  EXPECT_EQ(completed({"vm", "--cpus", ""}), "\n");  // nobody can guess a number
}

TEST(BashCompletion, OneMoreOfAList) {
  EXPECT_EQ(completed({"run", "attach", "--mechanism", "fentry,kprobe_m"}),
            "fentry,kprobe_multi\n");
}

TEST(BashCompletion, WhatTheGuestIsGiven) {
  EXPECT_EQ(completed({"vm", "--kernel", "6.12", "--", "ru"}), "run\n");
  EXPECT_EQ(completed({"vm", "--kernel", "6.12", "--", "run", "attach", "--rou"}), "--rounds\n");
}

TEST(ZshCompletion, EscapesWhatZshReads) {
  const std::string script = zsh_completion(small());
  EXPECT_NE(script.find("    'go:Goes \\[there\\]\\: '\\''now'\\'''\n"), std::string::npos)
      << script;
  EXPECT_NE(script.find("      '--output[Where to]:FILE:_files' \\\n"), std::string::npos);
  EXPECT_NE(script.find("      '--how[Which way]:WORD:(up down)' \\\n"), std::string::npos);
  EXPECT_NE(script.find("      '--many[Several]:M:_values -s , M a b' \\\n"), std::string::npos);
  EXPECT_NE(script.find("      '--fast[A flag]' \\\n"), std::string::npos);
  EXPECT_NE(script.find("      '*:what:(this that)' \\\n"), std::string::npos);
}

TEST(ZshCompletion, IsSound) {
  const std::string path = write_script("_trampcheck", zsh_completion(describe_command_line()));
  auto ran = run_process({"zsh", "-n", path}, {});
  if (!ran) GTEST_SKIP() << "zsh is not installed";
  EXPECT_TRUE(ran->ok()) << ran->err;
}

TEST(ManPage, IsRoff) {
  EXPECT_EQ(man_page(small()), R"(.TH TRAMPCHECK 1 "" "1.0"
.SH NAME
trampcheck \- measures and checks attaching BPF programs to kernel functions
.SH SYNOPSIS
.br
\fBtrampcheck go\fR [\fIOPTION\fR...] \fIWHAT\fR
.SH DESCRIPTION
Does it.
.SH VERBS
.SS go
Goes [there]: 'now'
.TP
\fIWHAT\fR
The thing (this, that)
.TP
\fB\-o\fR, \fB\-\-output\fR \fIFILE\fR
Where to
.TP
\fB\-\-how\fR \fIWORD\fR
Which way (up, down) [up]
.TP
\fB\-\-many\fR \fIM\fR
Several (a, b)
.TP
\fB\-\-fast\fR
A flag
.PP
.nf
\&.so what
.fi
.SH EXAMPLES AND EXIT STATUS
.PP
.nf
Example: x
.fi
)");
}

TEST(ManPage, NothingToComplainOf) {
  const std::string path = write_script("trampcheck.1", man_page(describe_command_line()));
  auto ran = run_process({"groff", "-man", "-Tascii", "-ww", "-z", path}, {});
  if (!ran) GTEST_SKIP() << "groff is not installed";
  EXPECT_TRUE(ran->ok());
  EXPECT_EQ(ran->err, "");
}

TEST(Description, EveryVerbAndItsWords) {
  const CommandDescription command = describe_command_line();
  for (const VerbDescription& verb : command.verbs) {
    EXPECT_FALSE(verb.what.empty()) << verb.name;
    for (const OptionDescription& option : verb.options) {
      EXPECT_FALSE(option.what.empty()) << verb.name << " " << option.names.back();
    }
  }
  const auto vm = std::find_if(command.verbs.begin(), command.verbs.end(),
                               [](const auto& verb) { return verb.name == "vm"; });
  ASSERT_NE(vm, command.verbs.end());
  const auto output = std::find_if(vm->options.begin(), vm->options.end(), [](const auto& option) {
    return option.names.back() == "--output";
  });
  ASSERT_NE(output, vm->options.end());
  EXPECT_EQ(output->names, (std::vector<std::string>{"-o", "--output"}));
  EXPECT_EQ(output->value, "FILE|DIR");
  EXPECT_TRUE(output->takes_file);
}

}  // namespace
}  // namespace trampcheck
