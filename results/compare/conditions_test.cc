#include "results/compare/conditions.h"

#include <gtest/gtest.h>

#include "results/compare/testing.h"

namespace trampcheck {
namespace {

RunResult plain() { return run_of("a.json", "icount", {}).result; }

// The differences of two results as "key: base / next", those allowed in brackets.
std::vector<std::string> differences(const RunResult& base, const RunResult& next,
                                     const CompareOptions& options = {}) {
  std::vector<std::string> all;
  for (const Difference& one : find_differences({&base}, {&next}, options)) {
    const std::string text = one.key + ": " + one.base + " / " + one.next;
    all.push_back(one.allowed ? "(" + text + ")" : text);
  }
  return all;
}

using Texts = std::vector<std::string>;

// Of a kernel that the suite built and of one that it did not.
TEST(FindDifferences, AVariantOnOneSide) {
  RunResult poke = plain();
  poke.context.kernel.knobs["trampcheck.variant"] = "poke";
  EXPECT_EQ(differences(plain(), poke), Texts{"knobs.trampcheck.variant: none / poke"});
  EXPECT_EQ(differences(poke, plain()), Texts{"knobs.trampcheck.variant: poke / none"});
  EXPECT_EQ(differences(poke, poke), Texts{});
}

TEST(FindDifferences, NoneBetweenEquals) { EXPECT_EQ(differences(plain(), plain()), Texts{}); }

TEST(FindDifferences, EveryCondition) {
  RunResult next = plain();
  next.context.domain = "tcg";
  next.context.kernel.arch = "aarch64";
  next.context.kernel.cpus_online = 2;
  next.context.kernel.cpu_model = "max";
  next.context.kernel.config["HZ"] = "1000";
  next.context.kernel.knobs["rcu_expedited"] = "1";
  next.context.vm->qemu = "8.0";
  next.context.vm->append = "mitigations=off";
  next.functions->set_sha256 = std::string(64, 'b');
  EXPECT_EQ(differences(plain(), next),
            (Texts{"domain: icount / tcg",
                   "functions: 4 functions, set aaaaaaaaaaaa / 4 functions, set bbbbbbbbbbbb",
                   "arch: x86_64 / aarch64", "cpus: 1 / 2", "cpu: unknown / max",
                   "qemu: 7.2.22 / 8.0", "append: unknown / mitigations=off",
                   "config.HZ: 250 / 1000", "knobs.rcu_expedited: 0 / 1"}));
}

TEST(FindDifferences, WhatIsAllowed) {
  RunResult next = plain();
  next.context.kernel.config["HZ"] = "1000";
  next.context.kernel.config["KASAN"] = "y";
  CompareOptions options;
  options.across = {"config.HZ"};
  EXPECT_EQ(differences(plain(), next, options),
            (Texts{"(config.HZ: 250 / 1000)", "config.KASAN: n / y"}));
  options.across = {"config"};
  EXPECT_EQ(differences(plain(), next, options),
            (Texts{"(config.HZ: 250 / 1000)", "(config.KASAN: n / y)"}));
}

TEST(FindDifferences, TheReleaseMayDifferBetweenSidesOnly) {
  RunResult next = plain();
  next.context.kernel.release = "7.3.4";
  EXPECT_EQ(differences(plain(), next), Texts{});
  const RunResult first = plain();
  const auto found = find_differences({&first, &next}, {&next, &next}, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].key, "release");
  EXPECT_EQ(found[0].base, "6.12.118 and 7.3.4");
}

TEST(FindDifferences, WhatOnlyOneKernelHasComesWithTheRelease) {
  RunResult next = plain();
  next.context.kernel.config["NEW_OPTION"] = "y";
  next.context.kernel.knobs.erase("rcu_expedited");
  EXPECT_EQ(differences(plain(), next), Texts{});
}

TEST(FindDifferences, OneSideMustAgreeWithItself) {
  RunResult other = plain();
  other.context.kernel.cpus_online = 2;
  const RunResult first = plain();
  const auto found = find_differences({&first, &other}, {&first, &other}, {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].base, "1 and 2");
}

TEST(FindDifferences, QemuMattersWhereItEmulates) {
  RunResult base = run_of("a.json", "kvm", {}).result;
  RunResult next = base;
  next.context.vm->qemu = "8.0";
  EXPECT_EQ(differences(base, next), Texts{});
}

TEST(FindDifferences, CommonFunctionsAllowOtherSets) {
  RunResult next = plain();
  next.functions->set_sha256 = std::string(64, 'b');
  CompareOptions options;
  options.common_functions = true;
  EXPECT_EQ(differences(plain(), next, options), Texts{});
}

TEST(FindDifferences, ARunThatDiedBeforeChoosing) {
  RunResult next = plain();
  next.functions.reset();
  EXPECT_EQ(differences(plain(), next),
            Texts{"functions: 4 functions, set aaaaaaaaaaaa / not chosen"});
}

TEST(CheckAcross, KnownKeys) {
  EXPECT_TRUE(check_across({"domain", "config", "config.HZ", "knobs.rcu_expedited", "params.x"}));
  for (const char* bad : {"Domain", "", "domain.x", "config_hz"}) {
    auto checked = check_across({bad});
    ASSERT_FALSE(checked) << bad;
    EXPECT_EQ(checked.error().exit, Exit::kUsage);
    EXPECT_NE(checked.error().remedy.find("there are: domain, functions, arch"), std::string::npos);
  }
}

}  // namespace
}  // namespace trampcheck
