#include "results/export/matrix.h"

#include <gtest/gtest.h>

#include "results/testing/kernels.h"

namespace trampcheck {
namespace {

using Names = std::vector<std::string>;

Names labels_of(const Matrix& matrix) {
  Names labels;
  for (const KernelRow& row : matrix.kernels) labels.push_back(row.label);
  return labels;
}

TEST(MakeMatrix, KernelsByVersionAndMechanismsByAppearance) {
  std::vector<LoadedResult> results = {kernel_result("6.12.1"), kernel_result("6.1.90"),
                                       kernel_result("5.10.2")};
  add_mechanism(results[0].result, "kprobe", 4, 4);
  add_mechanism(results[1].result, "fentry", 4, 4);
  add_mechanism(results[1].result, "kprobe", 4, 4);
  const Matrix matrix = make_matrix(results);
  EXPECT_EQ(labels_of(matrix), (Names{"5.10.2", "6.1.90", "6.12.1"}));
  EXPECT_EQ(matrix.mechanisms, (Names{"kprobe", "fentry"}));
  EXPECT_FALSE(matrix.kernels[0].cells[0].status);  // not run
}

TEST(MakeMatrix, CellsHoldTimesPerFunction) {
  const std::vector<LoadedResult> results = three_kernels();
  const Matrix matrix = make_matrix(results);
  const Cell* fentry = find_cell(matrix, matrix.kernels[0], "fentry");
  ASSERT_NE(fentry, nullptr);
  EXPECT_TRUE(fentry->sound());
  EXPECT_EQ(fentry->median_of(Figure::kAttachCpu), 8e6);
  EXPECT_EQ(fentry->median_of(Figure::kAttachWall), 16e6);
  EXPECT_EQ(fentry->median_of(Figure::kDetachCpu), 2e6);
  EXPECT_EQ(fentry->median_of(Figure::kDetachWall), 4e6);
  const Cell* multi = find_cell(matrix, matrix.kernels[0], "fentry_multi");
  EXPECT_EQ(multi->status, Status::kSkip);
  EXPECT_EQ(multi->reason, "no such link");
  EXPECT_EQ(multi->median_of(Figure::kAttachCpu), std::nullopt);
  EXPECT_EQ(find_cell(matrix, matrix.kernels[0], "kprobe"), nullptr);
}

TEST(MakeMatrix, BootsOfAKernelAreOneRow) {
  std::vector<LoadedResult> results = {kernel_result("7.3.4"), kernel_result("7.3.4"),
                                       kernel_result("7.3.4")};
  add_mechanism(results[0].result, "fentry", 4'000, 4);
  add_mechanism(results[1].result, "fentry", 8'000, 4);
  add_mechanism(results[2].result, "fentry", 40'000, 4);
  const Matrix matrix = make_matrix(results);
  ASSERT_EQ(matrix.kernels.size(), 1u);
  EXPECT_EQ(matrix.kernels[0].boots.size(), 3u);
  EXPECT_EQ(matrix.kernels[0].cells[0].median_of(Figure::kAttachCpu), 2000.0);
}

TEST(MakeMatrix, AFailedBootFailsItsCell) {
  std::vector<LoadedResult> results = {kernel_result("7.3.4"), kernel_result("7.3.4")};
  add_unmeasured(results[0].result, "fentry", Status::kFail, "left behind");
  add_mechanism(results[1].result, "fentry", 8'000, 4);
  const Matrix matrix = make_matrix(results);
  EXPECT_EQ(matrix.kernels[0].cells[0].status, Status::kFail);
  EXPECT_EQ(matrix.kernels[0].cells[0].reason, "left behind");
  EXPECT_FALSE(matrix.kernels[0].cells[0].median_of(Figure::kAttachCpu));
}

TEST(MakeMatrix, WhatDiffersIsARowOfItsOwn) {
  std::vector<LoadedResult> results(5, kernel_result("7.3.4"));
  results[1].result.context.domain = "tcg";
  results[2].result.context.kernel.cpus_online = 2;
  results[3].result.functions->set_sha256 = std::string(64, 'b');
  results[4].result.context.kernel.release = "7.3.4-other";
  const Matrix matrix = make_matrix(results);
  EXPECT_EQ(labels_of(matrix),
            (Names{"7.3.4-other icount x1", "7.3.4-test icount x1", "7.3.4-test icount x1 (2)",
                   "7.3.4-test icount x2", "7.3.4-test tcg x1"}));
}

TEST(MakeMatrix, LeavesOutPartsOfTheSetAndCommands) {
  std::vector<LoadedResult> results = {kernel_result("7.3.4")};
  RunResult& result = results[0].result;
  result.results = {
      {.id = "attach.fentry.n100",
       .params = {{"mechanism", "fentry"}, {"functions", int64_t{100}}}},
      {.id = "attach.fentry.n100.attach", .params = {{"mechanism", "fentry"}, {"phase", "attach"}}},
      {.id = "attach.bpftrace", .params = {{"mechanism", "bpftrace"}}},
      {.id = "attach.bpftrace.command",
       .params = {{"mechanism", "bpftrace"}, {"phase", "command"}}},
      {.id = "regression.some_bug"},
      {.id = "vm"}};
  add_mechanism(result, "kprobe", 4, 4);
  EXPECT_EQ(make_matrix(results).mechanisms, (Names{"kprobe"}));
  // A kernel without the mechanism makes no column of those that measured it by size.
  results.push_back(kernel_result("6.12.1"));
  results[1].result.results.push_back(
      {.id = "attach.fentry", .params = {{"mechanism", "fentry"}}, .status = Status::kSkip});
  EXPECT_EQ(make_matrix(results).mechanisms, (Names{"kprobe"}));
  results[0].result.results.erase(results[0].result.results.begin());
  EXPECT_EQ(make_matrix(results).mechanisms, (Names{"kprobe", "fentry"}));
}

TEST(Alike, NeedsTheSameConditionsAndFunctions) {
  std::vector<LoadedResult> results = {kernel_result("6.1.1"), kernel_result("7.3.4")};
  const auto compared = [&] {
    const Matrix matrix = make_matrix(results);
    return alike(matrix.kernels[0], matrix.kernels[1]);
  };
  EXPECT_TRUE(compared());
  FunctionSet& set = *results[1].result.functions;
  set.set_sha256 = std::string(64, 'b');
  EXPECT_TRUE(compared());  // the same names after all
  set.names = {"ksys_read", "vfs_read", "vfs_write", "tcp_sendmsg"};
  EXPECT_FALSE(compared());
  set = *results[0].result.functions;
  results[1].result.context.kernel.cpus_online = 2;
  EXPECT_FALSE(compared());
  results[1].result.context.kernel.cpus_online = 1;
  results[1].result.functions.reset();
  EXPECT_FALSE(compared());
}

}  // namespace
}  // namespace trampcheck
