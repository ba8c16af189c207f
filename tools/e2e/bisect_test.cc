// `git bisect run` over a repository whose commits select among real kernels, and a search over a
// list of them. fentry detach waits for grace periods up to 6.19 and no longer from 7.0 on; attach
// costs more CPU on 7.3 than on 5.10.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tools/e2e/refusal.h"
#include "tools/e2e/support.h"
#include "tools/vm/kernel_test_main.h"

namespace trampcheck {

// The guests here are those of the built command.
GuestMain kernel_test_guest() {
  return [](const Job&, GuestChannel&) { return 0; };
}

namespace {

constexpr double kGuestDeadline_s = 900;
const std::vector<std::string> kRun = {
    "--",      "run", "attach",   "--mechanism", "fentry",     "--functions", "__x64_sys_se*",
    "--limit", "3",   "--rounds", "1",           "--skip-exit"};

std::vector<std::string> with_run(std::vector<std::string> options) {
  options.insert(options.end(), kRun.begin(), kRun.end());
  return options;
}

TEST(BisectTest, StepAnswersAsGitExpects) {
  for (const char* series : {"5.10", "7.3"}) {
    if (!cached_kernel(series)) GTEST_SKIP() << "no kernel " << series << " is cached";
  }
  const std::string folder = empty_folder();
  auto step = [&](const char* kernel, const char* metric) {
    return run_trampcheck(with_run({"bisect", "step", "--kernel", kernel, "--limit", "8ms",
                                    "--metric", metric, "--log", "log"}),
                          folder, kGuestDeadline_s);
  };
  EXPECT_EQ(step("5.10", "attach.fentry.attach.cpu_ns").status(), 0);
  const Ran changed = step("7.3", "attach.fentry.attach.cpu_ns");
  EXPECT_EQ(changed.status(), 1);
  EXPECT_EQ(std::count(changed.out().begin(), changed.out().end(), '\n'), 2) << changed.out();
  const Ran absent = step("5.10", "attach.kprobe.attach.cpu_ns");
  EXPECT_EQ(absent.status(), 125);
  EXPECT_NE(absent.out().find("the result has no row attach.kprobe.attach skip"),
            std::string::npos);
  auto log = read_file(folder + "/log");
  ASSERT_TRUE(log);
  EXPECT_EQ(std::count(log->begin(), log->end(), '\n'), 4) << *log;
}

TEST(BisectTest, GitFindsTheCommit) {
  for (const char* series : {"5.10", "7.3"}) {
    if (!cached_kernel(series)) GTEST_SKIP() << "no kernel " << series << " is cached";
  }
  const std::string folder = empty_folder();
  // The third of five commits brings the dearer kernel; the second does not build.
  std::string script =
      "git init -q . ; git config user.email a@b ; git config user.name n\n"
      "commit() { echo \"$1\" > choice ; echo $2 > number ; git add . ; git commit -qm \"$2\" ; "
      "git tag \"c$2\" ; }\n";
  const std::string old_image = cached_kernel("5.10")->image_path;
  const std::string new_image = cached_kernel("7.3")->image_path;
  script += fmt::format("commit {0} 1; commit broken 2; commit {1} 3; commit {1} 4; commit {1} 5\n",
                        old_image, new_image);
  script += "git bisect start c5 c1\n";
  script += fmt::format(
      "BUILD='cp \"$(cat choice)\" image' IMAGE=./image TRAMPCHECK={} git bisect run {} "
      "--metric attach.fentry.attach.cpu_ns --limit 8ms {} || true\n",
      trampcheck_binary(), runfile("tools/bisect/kernel-step"),
      "-- run attach --mechanism fentry --functions '__x64_sys_se*' --limit 3 --rounds 1 "
      "--skip-exit");
  script += "git rev-parse --verify -q refs/bisect/bad > bad; git rev-parse c3 > expected\n";
  const Ran ran = run_command({"/bin/sh", "-ec", script}, folder, kGuestDeadline_s);
  // Commit 2 cannot be built, so that it may be to blame as well: git says so, with status 2.
  EXPECT_EQ(*read_file(folder + "/bad"), *read_file(folder + "/expected"))
      << ran.out() << ran.err();
  EXPECT_NE((ran.out() + ran.err()).find("only 'skip'ped commits left"), std::string::npos)
      << ran.out() << ran.err();
  EXPECT_EQ(ran.processes_left, 0);
}

TEST(BisectTest, RunFindsTheKernelInBothDirections) {
  for (const char* series : {"5.10", "6.12", "7.3"}) {
    if (!cached_kernel(series)) GTEST_SKIP() << "no kernel " << series << " is cached";
  }
  const std::string folder = empty_folder();
  const Ran dearer =
      run_trampcheck(with_run({"bisect", "run", "--kernel", "5.10,6.12,7.3", "--metric",
                               "attach.fentry.attach.cpu_ns", "--threshold", "100", "-o", "boots"}),
                     folder, kGuestDeadline_s);
  EXPECT_EQ(dearer.status(), 0) << dearer.err();
  EXPECT_NE(dearer.out().find("\nfirst changed: 7.3 ("), std::string::npos) << dearer.out();
  EXPECT_NE(dearer.out().find("\n4 boots\n"), std::string::npos) << dearer.out();
  EXPECT_EQ(files_in(folder + "/boots").size(), 8u);  // each with its console

  const Ran none = run_trampcheck(with_run({"bisect", "run", "--kernel", "5.10,7.3", "--metric",
                                            "attach.fentry.attach.cpu_ns", "--look-for", "better"}),
                                  folder, kGuestDeadline_s);
  EXPECT_EQ(none.status(), 3);
  EXPECT_TRUE(is_one_line(none.err(), {"7.3 is not better than 5.10 by more than 5 %"}));
}

}  // namespace
}  // namespace trampcheck
