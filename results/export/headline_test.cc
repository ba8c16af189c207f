#include "results/export/headline.h"

#include <gtest/gtest.h>

#include <sstream>

#include "results/export/layout.h"
#include "results/testing/kernels.h"

namespace trampcheck {
namespace {

TEST(Headline, ThreeKernels) {
  const std::vector<LoadedResult> results = three_kernels();
  EXPECT_EQ(headline_text(make_matrix(results)),
            R"(kernels       3; figures are medians over all rounds and boots
domain        icount (emulated; the clock counts instructions), 1 cpu
functions     4 (set aaaaaaaa)
rounds        2
trampcheck    0.1.0 (commit 0123456789ab)
QEMU          7.2.19

attach, cpu per function
  kernel      fentry  fentry_prog  fentry_multi
  5.10.200   8.00 ms        - [1]         - [2]
  6.1.90    FAIL [3]      not run       not run
  7.3.4      12.0 ms      1.00 ms        500 us

attach, wall per function
  kernel      fentry  fentry_prog  fentry_multi
  5.10.200   16.0 ms        - [1]         - [2]
  6.1.90    FAIL [3]      not run       not run
  7.3.4      24.0 ms      2.00 ms       1.00 ms

detach, cpu per function
  kernel      fentry  fentry_prog  fentry_multi
  5.10.200   2.00 ms        - [1]         - [2]
  6.1.90    FAIL [3]      not run       not run
  7.3.4      4.00 ms      1.00 ms        500 us

detach, wall per function
  kernel      fentry  fentry_prog  fentry_multi
  5.10.200   4.00 ms        - [1]         - [2]
  6.1.90    FAIL [3]      not run       not run
  7.3.4      8.00 ms      2.00 ms       1.00 ms

[1]           SKIP: no such program
[2]           SKIP: no such link
[3]           FAIL: left behind: 1 program

batching factor: cpu per function, fentry / fentry_multi and kprobe / kprobe_multi
  kernel  fentry attach  fentry detach  kprobe attach  kprobe detach
  7.3.4           24.0x           8.0x              -              -

ftrace bookkeeping: cost of a link, fentry minus fentry_prog
  kernel  attach cpu  attach wall  detach cpu  detach wall
  7.3.4      11.0 ms      22.0 ms     3.00 ms      6.00 ms

result        FAIL
)");
}

std::string headline_of(const std::vector<LoadedResult>& results) {
  return headline_text(make_matrix(results));
}

TEST(Headline, SaysInWhatRowsDiffer) {
  std::vector<LoadedResult> results = three_kernels();
  results[1].result.context.domain = "tcg";
  results[2].result.functions->chosen = 3;
  results[2].result.functions->set_sha256 = "0123456789";
  results[2].result.functions->names = {"a", "b", "c"};
  const std::string text = headline_of(results);
  EXPECT_NE(
      text.find("domain        not alike: icount (emulated; the clock counts instructions), 1 "
                "cpu: 5.10.200 icount,\n              7.3.4 icount; tcg (emulated; times say "
                "little about real machines), 1 cpu: 6.1.90 tcg\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("functions     not alike: 4 (set aaaaaaaa): 5.10.200 icount, 6.1.90 tcg; 3 "
                      "(set 01234567): 7.3.4\n              icount\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("no step       5.10.200 icount to 7.3.4 icount: other domain, CPUs or "
                      "functions\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("step of"), std::string::npos);
}

TEST(Headline, StepsFromKernelToKernel) {
  std::vector<LoadedResult> results = {kernel_result("6.1.90"), kernel_result("6.12.5"),
                                       kernel_result("7.3.4")};
  add_mechanism(results[0].result, "fentry", 4'000, 10'000);
  add_mechanism(results[1].result, "fentry", 5'000, 9'990);
  add_mechanism(results[2].result, "fentry", 15'000, 0);
  add_mechanism(results[1].result, "kprobe", 4'000, 4'000);
  add_mechanism(results[2].result, "kprobe", 3'988, 4'000);
  const std::string text = headline_of(results);
  EXPECT_NE(text.find(R"(
step of attach: change from the kernel before in %, cpu / wall
  mechanism      to 6.12.5     to 7.3.4
  fentry     +25.0 / +25.0  +200 / +200
  kprobe                 -  -0.3 / -0.3

step of detach: change from the kernel before in %, cpu / wall
  mechanism    to 6.12.5     to 7.3.4
  fentry     -0.1 / -0.1  -100 / -100
  kprobe               -    0.0 / 0.0
)"),
            std::string::npos)
      << text;
}

TEST(Headline, MergedBootsAreSaid) {
  std::vector<LoadedResult> results = three_kernels();
  for (const LoadedResult& loaded : three_kernels()) results.push_back(loaded);
  const std::string text = headline_of(results);
  EXPECT_NE(text.find("rounds        2 in each of 2 boots"), std::string::npos) << text;
}

// Instructions are counted by QEMU: two of them are named, in one row and between rows.
TEST(Headline, EveryQemuIsSaid) {
  std::vector<LoadedResult> results = three_kernels();
  results[0].result.context.vm->qemu = "10.0.2";
  results.push_back(results[0]);
  results.back().result.context.vm->qemu = "9.2.0";
  const std::string text = headline_of(results);
  EXPECT_NE(text.find("QEMU          not alike: 10.0.2 and 9.2.0: 5.10.200; 7.2.19: 6.1.90, 7.3.4"),
            std::string::npos)
      << text;
}

// Two kernels measured by size, one of which lacks a mechanism: their sizes, and no table of the
// whole set with nothing in it.
TEST(Headline, SizesOfEachKernel) {
  std::vector<LoadedResult> results = {kernel_result("6.12.9"), kernel_result("7.3.4")};
  for (LoadedResult& loaded : results) {
    add_sized(loaded.result, "fentry", 10, 20'000);
    add_sized(loaded.result, "fentry", 100, 200'000);
  }
  add_unmeasured(results[0].result, "fentry_multi", Status::kSkip, "no such link");
  add_sized(results[1].result, "fentry_multi", 10, 10'000);
  add_sized(results[1].result, "fentry_multi", 100, 10'000);
  EXPECT_EQ(headline_of(results),
            R"(kernels       2; figures are medians over all rounds and boots
domain        icount (emulated; the clock counts instructions), 1 cpu
functions     4 (set aaaaaaaa)
rounds        2
trampcheck    0.1.0 (commit 0123456789ab)
QEMU          7.2.19
no table      the mechanisms attached parts of the set

6.12.9: scale of fentry, time per function
  functions  attach cpu  attach wall  detach cpu  detach wall
  10            2.00 us      4.00 us     1.00 us      2.00 us
  100           2.00 us      4.00 us     1.00 us      2.00 us
  attach cpu  linear: n^1.00 from 10 to 100 functions
  attach wall linear: n^1.00 from 10 to 100 functions
  detach cpu  linear: n^1.00 from 10 to 100 functions
  detach wall linear: n^1.00 from 10 to 100 functions

7.3.4: scale of fentry, time per function
  functions  attach cpu  attach wall  detach cpu  detach wall
  10            2.00 us      4.00 us     1.00 us      2.00 us
  100           2.00 us      4.00 us     1.00 us      2.00 us
  attach cpu  linear: n^1.00 from 10 to 100 functions
  attach wall linear: n^1.00 from 10 to 100 functions
  detach cpu  linear: n^1.00 from 10 to 100 functions
  detach wall linear: n^1.00 from 10 to 100 functions

7.3.4: scale of fentry_multi, time per function
  functions  attach cpu  attach wall  detach cpu  detach wall
  10            1.00 us      2.00 us      500 ns      1.00 us
  100            100 ns       200 ns       50 ns       100 ns
  attach cpu  constant: n^0.00 from 10 to 100 functions
  attach wall constant: n^0.00 from 10 to 100 functions
  detach cpu  constant: n^0.00 from 10 to 100 functions
  detach wall constant: n^0.00 from 10 to 100 functions

not measured  6.12.9: fentry_multi: SKIP: no such link

result        PASS
)");
}

TEST(Headline, FaultsWithoutACell) {
  std::vector<LoadedResult> results = three_kernels();
  results[2].result.results.push_back(
      {.id = "vm", .status = Status::kFail, .reason = "panicked: not syncing"});
  results[0].result.complete = false;
  const std::string text = headline_of(results);
  EXPECT_NE(text.find("\nnot fine      5.10.200: interrupted or died; what there is stands\n"
                      "not fine      7.3.4: vm FAIL: panicked: not syncing\n"
                      "result        FAIL\n"),
            std::string::npos)
      << text;
}

TEST(Headline, StaysPlainAndNarrowWhateverTheResultsHold) {
  std::vector<LoadedResult> results = three_kernels();
  for (int i = 0; i < 30; ++i) {
    add_mechanism(results[0].result, "mechanism_of_a_long_name_" + std::to_string(i), 4, 4);
  }
  results[0].result.context.kernel.release = std::string(200, 'r') + "\x1b[2J\n\xff";
  results[1].result.results[0].reason = std::string(500, 'x') + "\n\xc3\xbc";
  std::istringstream lines(headline_of(results));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), kTextColumns) << line;
    EXPECT_EQ(line, plain(line));
  }
}

TEST(Headline, NothingWasRun) {
  const std::string text = headline_of({kernel_result("6.1.1"), kernel_result("6.12.1")});
  EXPECT_NE(text.find("result        MISS\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace trampcheck
