// The built command from end to end, as a user types it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "results/store.h"
#include "tools/e2e/refusal.h"
#include "tools/e2e/shared_guest.h"

namespace trampcheck {
namespace {

constexpr double kGuestDeadline_s = 600;
const Command kRun = {"--", "run",      "attach", "--functions", "__x64_sys_s*", "--limit",
                      "4",  "--rounds", "1"};

// What is cached is used without a mirror.
const std::vector<std::string> kNoNetwork = {"http_proxy=http://127.0.0.1:1",
                                             "https_proxy=http://127.0.0.1:1"};

class CommandTest : public testing::Test {
 protected:
  Ran run(Command options, const Command& command) {
    options.insert(options.end(), command.begin(), command.end());
    Ran ran = run_trampcheck(options, folder_, kGuestDeadline_s, kNoNetwork);
    EXPECT_EQ(ran.processes_left, 0);
    return ran;
  }

  std::string folder_ = empty_folder();
};

TEST_F(CommandTest, OneKernel) {
  if (!cached_kernel("6.12")) GTEST_SKIP() << "no kernel 6.12 is cached";
  Ran ran = run({"vm", "--kernel", "6.12", "--accel", "tcg", "-o", "f.json"}, kRun);
  EXPECT_EQ(ran.status(), 0);
  EXPECT_EQ(ran.err(), "");
  for (const char* word : {"kernel", "tcg", "4 chosen", "attach.fentry", "attach.fexit", "quiesce",
                           "PASS", "\nresult: f.json\n"}) {
    EXPECT_NE(ran.out().find(word), std::string::npos) << word << " in\n" << ran.out();
  }
  Ran validated = run({"validate", "f.json"}, {});
  EXPECT_EQ(validated.status(), 0);
  EXPECT_EQ(validated.out(), "f.json: valid\n");
  auto result = load_result(folder_ + "/f.json");
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->complete);
  EXPECT_EQ(result->context.vm->kernel_image, "6.12");
  EXPECT_GT(result->context.vm->host_wall_ms.value_or(0), 0);
}

TEST_F(CommandTest, SeveralKernelsOneOfThemBroken) {
  for (const char* series : {"6.12", "7.3"}) {
    if (!cached_kernel(series)) GTEST_SKIP() << "no kernel " << series << " is cached";
  }
  make_file(folder_ + "/cut", synthetic_bzimage().substr(0, 2000));
  Ran ran = run({"vm", "--kernel", "./cut,6.12,7.3", "--accel", "tcg", "-o", "out"}, kRun);
  EXPECT_EQ(ran.status(), 4);
  EXPECT_TRUE(is_one_line(ran.err(), {"./cut is truncated"}));
  const auto files = files_in(folder_ + "/out");
  EXPECT_EQ(files, (std::vector<std::string>{"6.12.json", "6.12.json.console.log", "7.3.json",
                                             "7.3.json.console.log", "index.json"}));
  Ran validated = run({"validate", "out/6.12.json", "out/7.3.json"}, {});
  EXPECT_EQ(validated.status(), 0) << validated.err();

  // Going on boots what has no result: one lost file and the kernel that cannot be had.
  auto index = read_file(folder_ + "/out/index.json");
  ASSERT_TRUE(index);
  auto kept = read_file(folder_ + "/out/7.3.json");
  ASSERT_TRUE(kept);
  std::filesystem::remove(folder_ + "/out/6.12.json");
  const Command again = {"vm", "--kernel", "./cut,6.12,7.3", "--accel", "tcg",
                         "-o", "out",      "--resume"};
  ran = run(again, kRun);
  EXPECT_EQ(ran.status(), 4);
  EXPECT_TRUE(is_one_line(ran.err(), {"./cut is truncated"}));
  EXPECT_NE(ran.out().find("result: out/6.12.json"), std::string::npos) << ran.out();
  EXPECT_EQ(ran.out().find("result: out/7.3.json"), std::string::npos) << ran.out();
  EXPECT_EQ(*read_file(folder_ + "/out/7.3.json"), *kept);
  EXPECT_EQ(files_in(folder_ + "/out"), files);

  Ran other = run(again, {"--", "run", "attach", "--limit", "5"});
  EXPECT_EQ(other.status(), 2);
  EXPECT_TRUE(is_one_line(other.err(), {"out/index.json is of another run", "command"}));
}

TEST_F(CommandTest, SeveralSizesOfOneSet) {
  if (!cached_kernel("6.12")) GTEST_SKIP() << "no kernel 6.12 is cached";
  Ran ran = run({"vm", "--kernel", "6.12", "--accel", "tcg", "-o", "f.json"},
                {"--", "run", "attach", "--mechanism", "fentry_prog,kprobe_multi,fentry_multi",
                 "--scale", "1,10,99,all", "--per-link-limit", "10", "--functions", "tcp_*",
                 "--limit", "40", "--rounds", "1", "--skip-exit"});
  // fentry_multi was asked for by name, and 6.12 does not have it.
  EXPECT_EQ(ran.status(), 4);
  auto result = load_result(folder_ + "/f.json");
  ASSERT_TRUE(result);
  std::vector<std::string> verdicts;
  for (const ResultRow& row : result->results) {
    if (row.params.contains("mechanism") && !row.params.contains("phase")) {
      verdicts.push_back(row.id + " " + to_string(row.status));
    }
  }
  EXPECT_EQ(verdicts,
            (std::vector<std::string>{"attach.fentry_prog.n1 PASS", "attach.fentry_prog.n10 PASS",
                                      "attach.kprobe_multi.n1 PASS", "attach.kprobe_multi.n10 PASS",
                                      "attach.kprobe_multi.n40 PASS", "attach.fentry_multi SKIP"}));
  const ResultRow& links = row_of(*result, "attach.fentry_prog.n10");
  ASSERT_EQ(links.warnings.size(), 1u);
  EXPECT_EQ(links.warnings[0],
            "40 functions were chosen: not measured at 99; a link for each function: not measured "
            "at 40 (see --per-link-limit)");
  EXPECT_EQ(row_of(*result, "attach.kprobe_multi.n40").counts->attached, 40);
  // Shuffled: a prefix is a sample.
  EXPECT_FALSE(std::is_sorted(result->functions->names.begin(), result->functions->names.end()));
  EXPECT_NE(ran.out().find("scale of kprobe_multi, time per function"), std::string::npos);
}

TEST_F(CommandTest, ARealKernelCutShort) {
  auto kernel = cached_kernel("6.12");
  if (!kernel) GTEST_SKIP() << "no kernel 6.12 is cached";
  auto image = read_file(kernel->image_path);
  ASSERT_TRUE(image);
  make_file(folder_ + "/cut", std::string_view(*image).substr(0, image->size() - 100'000));
  Ran ran = run({"vm", "--kernel", "./cut", "--accel", "tcg", "-o", "f.json"}, kRun);
  EXPECT_EQ(ran.status(), 4);
  EXPECT_TRUE(is_one_line(ran.err(), {"./cut is truncated"}));
  EXPECT_EQ(files_in(folder_), std::vector<std::string>{"cut"});
}

TEST_F(CommandTest, AnUnknownSeriesNamesThoseThereAre) {
  Ran ran = run({"vm", "--kernel", "9.99"}, kRun);
  EXPECT_EQ(ran.status(), 4);
  EXPECT_TRUE(is_one_line(ran.err(), {}));
  EXPECT_EQ(ran.out(), "");
  if (ran.err().find("no Debian kernel 9.99") == std::string::npos) {
    GTEST_SKIP() << "no lists of kernels in reach: " << ran.err();
  }
  EXPECT_TRUE(is_one_line(ran.err(), {"there are", "6.12"}));
}

}  // namespace
}  // namespace trampcheck
