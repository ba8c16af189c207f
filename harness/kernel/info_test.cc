#include "harness/kernel/info.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(AttachOptions, TakesWhatTheConfigSets) {
  auto options = attach_options(
      "#\n# Linux/x86 6.12.48 Kernel Configuration\n#\n"
      "CONFIG_PREEMPT_DYNAMIC=y\n"
      "# CONFIG_KASAN is not set\n"
      "CONFIG_LIVEPATCH=m\n"
      "CONFIG_NR_CPUS_RANGE_BEGIN=2\n"
      "CONFIG_HZ=250\n"
      "CONFIG_HZ_250=y\n"
      "CONFIG_FPROBE=y");
  EXPECT_EQ(options.at("PREEMPT_DYNAMIC"), "y");
  EXPECT_EQ(options.at("KASAN"), "n");
  EXPECT_EQ(options.at("LIVEPATCH"), "m");
  EXPECT_EQ(options.at("HZ"), "250");
  EXPECT_EQ(options.at("FPROBE"), "y");   // no newline behind it
  EXPECT_EQ(options.at("NR_CPUS"), "n");  // only a longer name is there
  EXPECT_EQ(options.count("HZ_250"), 0u);
}

TEST(AttachOptions, AreAlwaysTheSame) {
  auto none = attach_options("");
  EXPECT_EQ(none.size(), attach_options("CONFIG_HZ=1000\n").size());
  for (const auto& [name, value] : none) EXPECT_EQ(value, "n") << name;
}

TEST(AttachOptions, MayStandOnTheFirstLine) {
  EXPECT_EQ(attach_options("CONFIG_HZ=1000\nCONFIG_KASAN=y\n").at("HZ"), "1000");
  EXPECT_EQ(attach_options("CONFIG_HZ=1000").at("HZ"), "1000");
}

TEST(KernelInfo, TakesTheConfigItIsGiven) {
  EXPECT_EQ(find_config("CONFIG_HZ=100\n"), "CONFIG_HZ=100\n");
  KernelInfo info = read_kernel_info("CONFIG_HZ=100\n");
  EXPECT_EQ(info.config.at("HZ"), "100");
  EXPECT_EQ(info.config_sha256, "93dddd531ef05927638c83fc2708835068b161141225cbb170740497e54859d9");
  EXPECT_NE(info.release, "");
  EXPECT_NE(info.arch, "");
  EXPECT_GE(info.cpus_online, 1);
}

TEST(KernelInfo, AnUnknownConfigIsLeftOut) {
  KernelInfo info = read_kernel_info(std::nullopt);
  EXPECT_FALSE(info.config_sha256);
  EXPECT_TRUE(info.config.empty());
}

TEST(TscHz, IsPlausible) {
  auto hz = measure_tsc_hz(2'000'000);
  ASSERT_TRUE(hz);
  EXPECT_GT(*hz, 100'000'000);
  EXPECT_LT(*hz, 100'000'000'000);
}

TEST(Domain, IsOneOfTwo) {
  const std::string domain = detect_domain();
  EXPECT_TRUE(domain == "kvm" || domain == "bare_metal") << domain;
}

}  // namespace
}  // namespace trampcheck
