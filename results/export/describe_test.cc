#include "results/export/describe.h"

#include <gtest/gtest.h>

#include "results/testing/kernels.h"

namespace trampcheck {
namespace {

TEST(DomainText, SaysWhatTheClockCounts) {
  EXPECT_EQ(domain_text("icount", 1), "icount (emulated; the clock counts instructions), 1 cpu");
  EXPECT_EQ(domain_text("tcg", 2), "tcg (emulated; times say little about real machines), 2 cpus");
  EXPECT_EQ(domain_text("bare_metal", 0), "bare_metal");
}

std::string label(const char* release, const char* version = "") {
  return kernel_label({.release = release, .version = version});
}

TEST(KernelLabel, KeepsTheVersion) {
  EXPECT_EQ(label("6.12.48+deb13-cloud-amd64", "#1 SMP Debian 6.12.48-1 (2025-09-20)"), "6.12.48");
  EXPECT_EQ(label("7.0-rc3-00012-g1234"), "7.0-rc3");
  EXPECT_EQ(label("7.0-rcx"), "7.0-rc");
  EXPECT_EQ(label("6.1."), "6.1");
  EXPECT_EQ(label("next-20261101", "#1 SMP"), "next-20261101");
  EXPECT_EQ(label(""), "");
}

TEST(KernelLabel, LooksBehindAnAbiNumber) {
  EXPECT_EQ(label("5.10.0-46-amd64", "#1 SMP Debian 5.10.262-1 (2026-08-01)"), "5.10.262");
  EXPECT_EQ(label("6.8.0-48-generic", "#48-Ubuntu SMP Fri Sep 27 14:04:52 UTC 2024"), "6.8.0");
  EXPECT_EQ(label("6.8.0-48-generic", "#1 built by gcc 12.2.0-14"), "6.8.0");
}

TEST(ResultLabels, AreUnique) {
  std::vector<LoadedResult> results(6, kernel_result("7.3.4"));
  results[1] = kernel_result("6.1.9");
  for (int boot = 0; boot < 2; ++boot) {
    results[2 + boot].result.context.vm = VmInfo{.boot = boot, .boots = 2};
  }
  results[5].result.context.kernel = {};
  EXPECT_EQ(result_labels(results),
            (std::vector<std::string>{"7.3.4", "6.1.9", "7.3.4 boot 1", "7.3.4 boot 2", "7.3.4 (2)",
                                      "unknown"}));
}

}  // namespace
}  // namespace trampcheck
