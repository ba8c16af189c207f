#include <gtest/gtest.h>

#include "harness/kernel/symbols.h"
#include "harness/kernel/tracefs.h"

namespace trampcheck {
namespace {

using Names = std::vector<std::string>;

TEST(Symbols, TakesTextSymbolsOnly) {
  Symbols symbols = Symbols::parse(
      "ffffffff81000000 T big_t\n"
      "ffffffff81000010 t small_t\n"
      "ffffffff81000020 W big_w\n"
      "ffffffff81000030 w small_w\n"
      "ffffffff82000000 D data\n"
      "ffffffff82000010 r constant\n"
      "ffffffff82000020 A absolute\n"
      "ffffffff82000030 V weak_data\n");
  EXPECT_EQ(symbols.size(), 4u);
  for (const char* name : {"big_t", "small_t", "big_w", "small_w"}) {
    EXPECT_NE(symbols.find(name), nullptr) << name;
  }
  EXPECT_EQ(symbols.find("data"), nullptr);
  EXPECT_EQ(symbols.find("big"), nullptr);
}

TEST(Symbols, ReadsAddresses) {
  Symbols symbols = Symbols::parse(
      "ffffffff81ABcd0f T mixed\n"
      "0000000000000000 T hidden\n");
  EXPECT_EQ(symbols.find("mixed")->address, 0xffffffff81abcd0fu);
  EXPECT_EQ(symbols.find("hidden")->address, 0u);
}

TEST(Symbols, LeavesModulesOut) {
  Symbols symbols = Symbols::parse(
      "ffffffff81000000 T core\n"
      "ffffffffa0000000 t core\t[ext4]\n"
      "ffffffffa0000010 t of_module\t[ext4]\n"
      "ffffffffa0000020 t bpf_prog_6deef7357e7b4530_x\t[bpf]\n");
  EXPECT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols.find("core")->count, 1u);
}

TEST(Symbols, CountsDuplicatesAndKeepsTheFirst) {
  Symbols symbols = Symbols::parse(
      "ffffffff81000000 t twice\n"
      "ffffffff81000010 T once\n"
      "ffffffff81000020 t twice\n"
      "ffffffff81000030 d twice\n");
  EXPECT_EQ(symbols.find("twice")->count, 2u);
  EXPECT_EQ(symbols.find("twice")->address, 0xffffffff81000000u);
  EXPECT_EQ(symbols.find("once")->count, 1u);
}

TEST(Symbols, SurvivesTruncatedLines) {
  EXPECT_EQ(Symbols::parse("").size(), 0u);
  EXPECT_EQ(Symbols::parse("\n\n").size(), 0u);
  EXPECT_EQ(Symbols::parse("ffff").size(), 0u);
  EXPECT_EQ(Symbols::parse("ffff ").size(), 0u);
  EXPECT_EQ(Symbols::parse("ffff T").size(), 0u);
  EXPECT_EQ(Symbols::parse("ffff T \n").size(), 0u);
  Symbols symbols = Symbols::parse("ffff T\nffff T a");
  EXPECT_EQ(symbols.size(), 1u);
  EXPECT_EQ(symbols.find("a")->address, 0xffffu);
}

// The names point into the text, however short that is.
TEST(Symbols, SurvivesAMove) {
  Symbols symbols = Symbols::parse("1f T a\n");
  Symbols moved = std::move(symbols);
  symbols = Symbols::parse("");
  ASSERT_NE(moved.find("a"), nullptr);
  EXPECT_EQ(moved.find("a")->address, 0x1fu);
}

TEST(TrampolineImages, AreNamedByANumber) {
  EXPECT_EQ(find_trampoline_images("ffffffff81000000 T bpf_trampoline_update\n"
                                   "ffffffff81000010 t bpf_trampoline_\n"
                                   "ffffffff81000020 t bpf_trampoline_6442_old\n"
                                   "ffffffffa0000000 t bpf_trampoline_6442450983\t[bpf]\n"
                                   "ffffffffa0001000 t bpf_trampoline_7\n"
                                   "ffffffffa0002000 t bpf_trampoline_9"),
            (Names{"bpf_trampoline_6442450983", "bpf_trampoline_7", "bpf_trampoline_9"}));
}

TEST(TrampolineImages, AreWholeSymbols) {
  EXPECT_EQ(find_trampoline_images("ffffffff81000000 t my_bpf_trampoline_1\n"
                                   "ffffffff81000000 t __bpf_trampoline_2\n"),
            Names{});
  EXPECT_EQ(find_trampoline_images(""), Names{});
  EXPECT_EQ(find_trampoline_images("bpf_trampoline_1"), Names{});  // no address before it
}

TEST(AvailableFunctions, AreReadInOrder) {
  auto functions = parse_available_functions(
      "vfs_read\n"
      "ext4_iget [ext4]\n"
      "\n"
      "xfs_iget\t[xfs]\n"
      "__ftrace_invalid_address___64\n"
      "last");
  ASSERT_EQ(functions.entries.size(), 5u);
  EXPECT_EQ(functions.entries[0].name, "vfs_read");
  EXPECT_EQ(functions.entries[0].module, "");
  EXPECT_EQ(functions.entries[1].name, "ext4_iget");
  EXPECT_EQ(functions.entries[1].module, "ext4");
  EXPECT_EQ(functions.entries[2].name, "xfs_iget");
  EXPECT_EQ(functions.entries[2].module, "xfs");
  EXPECT_EQ(functions.entries[3].name, "__ftrace_invalid_address___64");
  EXPECT_EQ(functions.entries[4].name, "last");
}

TEST(AvailableFunctions, MayBeNone) {
  EXPECT_TRUE(parse_available_functions("").entries.empty());
  EXPECT_TRUE(parse_available_functions("\n\n\n").entries.empty());
}

TEST(AvailableFunctions, AModuleNeedsBothBrackets) {
  auto functions = parse_available_functions("a [ext4\nb ext4]\nc ][\nd []\n");
  ASSERT_EQ(functions.entries.size(), 4u);
  for (const FtraceEntry& entry : functions.entries) EXPECT_EQ(entry.module, "") << entry.name;
}

TEST(AvailableFunctions, SurviveAMove) {
  auto functions = parse_available_functions("a\nb\n");
  AvailableFunctions moved = std::move(functions);
  functions = parse_available_functions("");
  ASSERT_EQ(moved.entries.size(), 2u);
  EXPECT_EQ(moved.entries[1].name, "b");
}

TEST(Tracefs, PathsLieBelowOneOfItsTwoPlaces) {
  const std::string path = tracefs_path("enabled_functions");
  EXPECT_TRUE(path == "/sys/kernel/tracing/enabled_functions" ||
              path == "/sys/kernel/debug/tracing/enabled_functions")
      << path;
}

}  // namespace
}  // namespace trampcheck
