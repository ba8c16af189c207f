#include "tools/kernels/build/variants.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

std::vector<std::string> names(std::string_view variant, std::string_view series) {
  auto patches = patches_of(variant, series);
  if (!patches) return {patches.error().text()};
  std::vector<std::string> names;
  for (const Patch& patch : *patches) names.emplace_back(patch.name);
  return names;
}

TEST(Variants, EachBuildsOnTheOneBefore) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("base", "7.3"), (Names{"base.patch"}));
  EXPECT_EQ(names("poke", "5.10"), (Names{"base.patch", "poke-5.10.patch"}));
  EXPECT_EQ(names("poke", "6.12"), (Names{"base.patch", "poke-6.1.patch"}));
  EXPECT_EQ(names("poke_batch", "6.12"),
            (Names{"base.patch", "poke-6.1.patch", "poke_batch-sites.patch",
                   "poke_batch-file.patch", "poke_batch-links-6.12.patch"}));
  EXPECT_EQ(names("poke_batch_ipi", "7.2"),
            (Names{"base.patch", "poke-7.2.patch", "poke_batch-sites.patch",
                   "poke_batch-multi-7.2.patch", "poke_batch_ipi-7.2.patch"}));
}

TEST(Variants, ASeriesWithoutAPatch) {
  EXPECT_EQ(names("poke_batch", "6.16"),
            (std::vector<std::string>{"the variant poke_batch has no patch for 6.16; variants are "
                                      "written for 5.10, 6.1, 6.12, 7.2 and 7.3"}));
  auto old = patches_of("base", "5.4");
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().exit, Exit::kEnvironment);
}

TEST(Variants, AnUnknownOne) {
  auto none = patches_of("pokes", "7.3");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().exit, Exit::kUsage);
  EXPECT_EQ(none.error().text(),
            "there is no variant 'pokes'; there are base, poke, poke_batch, poke_batch_ipi");
}

// What a variant is and what it breaks stands above the first hunk.
TEST(Variants, EveryPatchSaysWhatBecomesUnsafe) {
  for (const char* series : {"5.10", "6.1", "6.12", "7.2", "7.3"}) {
    auto patches = patches_of("poke_batch_ipi", series);
    ASSERT_TRUE(patches) << series;
    for (const Patch& patch : *patches) {
      const std::string_view header = patch.text.substr(0, patch.text.find("\n---\n"));
      EXPECT_NE(header.find("Becomes unsafe:"), std::string_view::npos) << patch.name;
    }
  }
}

TEST(Variants, FilesTouched) {
  auto patches = patches_of("poke", "7.3");
  ASSERT_TRUE(patches);
  EXPECT_EQ(files_touched(*patches),
            (std::vector<std::string>{"arch/x86/net/Makefile", "arch/x86/net/trampcheck.c",
                                      "include/linux/trampcheck.h", "kernel/bpf/trampoline.c"}));
}

TEST(Variants, Names) {
  EXPECT_EQ(parse_variant_name("7.3-poke").series, "7.3");
  EXPECT_EQ(parse_variant_name("5.10-poke_batch_ipi").variant, "poke_batch_ipi");
  for (const char* none : {"7.3", "7.3-", "7.3-rc1", "-poke", "a-poke", "7-poke"}) {
    EXPECT_EQ(parse_variant_name(none).variant, "") << none;
  }
}

}  // namespace
}  // namespace trampcheck
