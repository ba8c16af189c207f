#include "results/compare/pairing.h"

#include <gtest/gtest.h>

#include "results/compare/testing.h"

namespace trampcheck {
namespace {

LoadedResult run(const std::string& path, const std::string& kernel, int64_t boot,
                 const std::string& started_at = "2026-11-30T12:00:00Z") {
  LoadedResult one = run_of(path, "tcg", {}, boot);
  one.result.context.vm->kernel_image = kernel;
  one.result.context.started_at = started_at;
  return one;
}

// "a1=b1 a2=b2" for each kernel.
std::vector<std::string> paired(std::vector<LoadedResult> base, std::vector<LoadedResult> next) {
  std::vector<std::string> all;
  for (const KernelPair& kernel : pair_results(base, next).kernels) {
    std::string text = kernel.base + "/" + kernel.next + ":";
    for (const BootPair& boot : kernel.boots) text += " " + boot.base->path + "=" + boot.next->path;
    all.push_back(text);
  }
  return all;
}

using Texts = std::vector<std::string>;

TEST(PairResults, OneKernelASideWhateverItsName) {
  EXPECT_EQ(paired({run("a", "6.1", 0)}, {run("b", "6.12", 0)}), Texts{"6.1/6.12: a=b"});
  EXPECT_EQ(paired({run("a", "6.1", 0)}, {run("b", "6.12", 7)}), Texts{"6.1/6.12: a=b"});
}

TEST(PairResults, BootsByNumber) {
  EXPECT_EQ(paired({run("a2", "k", 2), run("a0", "k", 0), run("a1", "k", 1)},
                   {run("b1", "k", 1), run("b2", "k", 2), run("b3", "k", 3)}),
            Texts{"k/k: a1=b1 a2=b2"});
}

TEST(PairResults, BootsOfOneNumberByTime) {
  EXPECT_EQ(paired({run("late", "k", 0, "2026-11-30T13:00:00Z"), run("early", "k", 0)},
                   {run("b1", "k", 0), run("b2", "k", 0, "2026-12-01T00:00:00Z")}),
            Texts{"k/k: early=b1 late=b2"});
}

TEST(PairResults, LeftOutBootsAreCounted) {
  std::vector<LoadedResult> base = {run("a0", "k", 0), run("a1", "k", 1), run("a2", "k", 2)};
  std::vector<LoadedResult> next = {run("b1", "k", 1), run("b9", "k", 9)};
  const Pairing pairing = pair_results(base, next);
  ASSERT_EQ(pairing.kernels.size(), 1u);
  EXPECT_EQ(pairing.kernels[0].boots.size(), 1u);
  EXPECT_EQ(pairing.kernels[0].base_left_out, 2u);
  EXPECT_EQ(pairing.kernels[0].next_left_out, 1u);
}

TEST(PairResults, AMatrixByTheNameOfTheKernel) {
  std::vector<LoadedResult> base = {run("a1", "6.1", 0), run("a12", "6.12", 0),
                                    run("a5", "5.10", 0)};
  std::vector<LoadedResult> next = {run("b12", "6.12", 0), run("b1", "6.1", 0),
                                    run("b7", "7.3", 0)};
  EXPECT_EQ(paired(base, next), (Texts{"6.1/6.1: a1=b1", "6.12/6.12: a12=b12"}));
  const Pairing pairing = pair_results(base, next);
  EXPECT_EQ(pairing.only_base, Texts{"5.10"});
  EXPECT_EQ(pairing.only_next, Texts{"7.3"});
}

TEST(PairResults, ABareMachineByRelease) {
  LoadedResult a = run("a", "", 0);
  LoadedResult b = run("b", "", 0);
  a.result.context.vm.reset();
  b.result.context.vm.reset();
  EXPECT_EQ(paired({a}, {b}), Texts{"6.12.118/6.12.118: a=b"});
}

TEST(SameRun, LooksAtTheSamples) {
  const RunResult one = run_of("a", "tcg", {measured_row("fentry", "attach", {{"m", {1}}})}).result;
  RunResult other = one;
  EXPECT_TRUE(same_run(one, other));
  other.results[0].metrics["m"].samples = {2};
  EXPECT_FALSE(same_run(one, other));
  other = one;
  other.context.started_at = "2026-11-30T12:00:01Z";
  EXPECT_FALSE(same_run(one, other));
  other = one;
  other.context.vm->host_wall_ms = 12'345;
  EXPECT_FALSE(same_run(one, other));
  other = one;
  other.results[0].metrics.clear();
  EXPECT_FALSE(same_run(one, other));
}

TEST(CheckNoCopies, ACopyIsNoSecondBoot) {
  const LoadedResult one = run("a", "k", 0);
  auto copies = check_no_copies({one, run("b", "k", 1), {"c", one.result}});
  ASSERT_FALSE(copies);
  EXPECT_EQ(copies.error().text(),
            "a and c hold the same run; give each run once: a copy is no second boot");
  EXPECT_EQ(copies.error().exit, Exit::kUsage);
  EXPECT_TRUE(check_no_copies({one, run("b", "k", 1), run("c", "other", 0)}));
}

}  // namespace
}  // namespace trampcheck
