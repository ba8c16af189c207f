#include "harness/kernel/select.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "harness/kernel/testing.h"

namespace trampcheck {
namespace {

using Names = std::vector<std::string>;

// One function for each reason there is; what is not named here is as it should be.
KernelFunctions every_case() {
  BtfMaker maker;
  for (const char* name : {"good_one", "good_two", "of_module", "do_exit", "twice_in_symbols",
                           "twice_in_list", "no_symbol", "unwanted"}) {
    maker.function(name, {maker.an_int()});
  }
  maker.function("varargs", {maker.an_int(), 0});
  return {parse_available_functions("good_one\n"
                                    "__ftrace_invalid_address___64\n"
                                    "of_module [ext4]\n"
                                    "do_exit\n"
                                    "tcp_ack.isra.0\n"
                                    "no_symbol\n"
                                    "twice_in_symbols\n"
                                    "twice_in_list\n"
                                    "no_btf\n"
                                    "varargs\n"
                                    "good_two\n"
                                    "twice_in_list\n"
                                    "unwanted\n"),
          Symbols::parse("0000000000000010 T good_one\n"
                         "0000000000000020 t good_two\n"
                         "0000000000000030 T do_exit\n"
                         "0000000000000040 t tcp_ack.isra.0\n"
                         "0000000000000050 t twice_in_symbols\n"
                         "0000000000000060 t twice_in_symbols\n"
                         "0000000000000070 t twice_in_list\n"
                         "0000000000000080 t no_btf\n"
                         "0000000000000090 t varargs\n"
                         "00000000000000a0 t unwanted\n"),
          maker.parse()};
}

// f0, f1 ... all of them good.
KernelFunctions plain_functions(size_t count) {
  BtfMaker maker;
  std::string available;
  std::string symbols;
  for (size_t i = 0; i < count; ++i) {
    maker.function(fmt::format("f{}", i), {});
    available += fmt::format("f{}\n", i);
    symbols += fmt::format("{:016x} T f{}\n", i + 1, i);
  }
  return {parse_available_functions(available), Symbols::parse(symbols), maker.parse()};
}

Names names_of(const Choice& choice) {
  Names names;
  for (const Target& target : choice.chosen) names.push_back(target.name);
  return names;
}

int64_t count_of(const Choice& choice, Exclusion why) {
  return choice.counts[static_cast<size_t>(why)];
}

int64_t sum(const Choice& choice) {
  return std::accumulate(choice.counts.begin(), choice.counts.end(), int64_t{0});
}

Exclusion fate_of(const KernelFunctions& kernel, const Choice& choice, std::string_view name) {
  for (size_t i = 0; i < choice.outcome.size(); ++i) {
    if (kernel.available.entries[i].name == name) return choice.outcome[i];
  }
  return Exclusion::kCount;
}

TEST(Choose, GivesEveryEntryOneReason) {
  const KernelFunctions kernel = every_case();
  auto choice = choose(kernel, {.exclude = {"unw*"}});
  ASSERT_TRUE(choice) << choice.error().text();
  EXPECT_EQ(names_of(*choice), (Names{"good_one", "good_two"}));
  const std::pair<const char*, Exclusion> expected[] = {
      {"good_one", Exclusion::kNone},
      {"__ftrace_invalid_address___64", Exclusion::kPseudoEntry},
      {"of_module", Exclusion::kModule},
      {"do_exit", Exclusion::kDenied},
      {"tcp_ack.isra.0", Exclusion::kCompilerSuffix},
      {"no_symbol", Exclusion::kNotInKallsyms},
      {"twice_in_symbols", Exclusion::kAmbiguousSymbol},
      {"twice_in_list", Exclusion::kAmbiguousSymbol},
      {"no_btf", Exclusion::kNotInBtf},
      {"varargs", Exclusion::kSignature},
      {"good_two", Exclusion::kNone},
      {"unwanted", Exclusion::kExcludedByUser},
  };
  for (const auto& [name, why] : expected) {
    EXPECT_EQ(describe(fate_of(kernel, *choice, name)).reason, std::string(describe(why).reason))
        << name;
  }
  EXPECT_EQ(count_of(*choice, Exclusion::kAmbiguousSymbol), 3);
  EXPECT_EQ(sum(*choice), 13);
  EXPECT_EQ(choice->outcome.size(), kernel.available.entries.size());
}

TEST(Choose, FillsTheTargets) {
  const KernelFunctions kernel = every_case();
  auto choice = choose(kernel, {.include = {"good_two"}});
  ASSERT_TRUE(choice);
  ASSERT_EQ(choice->chosen.size(), 1u);
  EXPECT_EQ(choice->chosen[0].address, 0x20u);
  EXPECT_EQ(choice->chosen[0].btf_id, kernel.btf.function_id("good_two"));
  EXPECT_NE(choice->chosen[0].btf_id, 0u);
}

TEST(Choose, CountsWhatNoPatternNames) {
  auto choice = choose(every_case(), {.include = {"good_*", "varargs"}});
  ASSERT_TRUE(choice);
  EXPECT_EQ(names_of(*choice), (Names{"good_one", "good_two"}));
  EXPECT_EQ(count_of(*choice, Exclusion::kNotMatched), 10);
  EXPECT_EQ(count_of(*choice, Exclusion::kSignature), 1);
  EXPECT_EQ(sum(*choice), 13);
}

// What the user says comes before what the kernel says, and the cheap before the dear.
TEST(Choose, AnEarlierReasonWins) {
  BtfMaker maker;
  KernelFunctions kernel{parse_available_functions("do_exit [ext4]\n"
                                                   "do_exit\n"
                                                   "rcu_x.part.0\n"
                                                   "good\n"),
                         Symbols::parse("01 T good\n"), BtfMaker().parse()};
  maker.function("good", {});
  kernel.btf = maker.parse();
  auto choice = choose(kernel, {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->outcome, (std::vector<Exclusion>{Exclusion::kModule, Exclusion::kDenied,
                                                     Exclusion::kDenied, Exclusion::kNone}));
  choice = choose(kernel, {.include = {"good", "do_*"}, .exclude = {"do_*", "rcu_*"}});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->outcome,
            (std::vector<Exclusion>{Exclusion::kExcludedByUser, Exclusion::kExcludedByUser,
                                    Exclusion::kNotMatched, Exclusion::kNone}));
}

TEST(Choose, LimitTakesTheFirst) {
  const KernelFunctions kernel = plain_functions(5);
  auto choice = choose(kernel, {.limit = 2});
  ASSERT_TRUE(choice);
  EXPECT_EQ(names_of(*choice), (Names{"f0", "f1"}));
  EXPECT_EQ(count_of(*choice, Exclusion::kOverLimit), 3);
  EXPECT_EQ(sum(*choice), 5);
  choice = choose(kernel, {.limit = 5});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->chosen.size(), 5u);
  EXPECT_EQ(count_of(*choice, Exclusion::kOverLimit), 0);
}

TEST(Choose, ASampleIsTheSameEverywhere) {
  const KernelFunctions kernel = plain_functions(20);
  auto choice = choose(kernel, {.sample = 5, .seed = 1});
  ASSERT_TRUE(choice);
  EXPECT_EQ(names_of(*choice), (Names{"f2", "f4", "f8", "f12", "f18"}));
  EXPECT_EQ(count_of(*choice, Exclusion::kNotSampled), 15);
  EXPECT_EQ(sum(*choice), 20);
  auto again = choose(kernel, {.sample = 5, .seed = 1});
  auto other = choose(kernel, {.sample = 5, .seed = 2});
  EXPECT_EQ(names_of(*again), names_of(*choice));
  EXPECT_NE(names_of(*other), names_of(*choice));
}

TEST(Choose, ASampleOfAllIsAll) {
  const KernelFunctions kernel = plain_functions(4);
  for (uint64_t wanted : {4u, 5u, 1000u}) {
    auto choice = choose(kernel, {.sample = wanted});
    ASSERT_TRUE(choice);
    EXPECT_EQ(names_of(*choice), (Names{"f0", "f1", "f2", "f3"}));
  }
}

TEST(Choose, EveryFunctionMayBeDrawn) {
  const KernelFunctions kernel = plain_functions(6);
  std::set<std::string> drawn;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    auto choice = choose(kernel, {.sample = 1, .seed = seed});
    ASSERT_TRUE(choice);
    ASSERT_EQ(choice->chosen.size(), 1u);
    drawn.insert(choice->chosen[0].name);
  }
  EXPECT_EQ(drawn.size(), 6u);
}

TEST(Choose, LimitComesAfterSample) {
  const KernelFunctions kernel = plain_functions(20);
  auto sampled = choose(kernel, {.sample = 5});
  auto both = choose(kernel, {.limit = 2, .sample = 5});
  ASSERT_TRUE(sampled);
  ASSERT_TRUE(both);
  Names first_two = names_of(*sampled);
  first_two.resize(2);
  EXPECT_EQ(names_of(*both), first_two);
  EXPECT_EQ(count_of(*both, Exclusion::kNotSampled), 15);
  EXPECT_EQ(count_of(*both, Exclusion::kOverLimit), 3);
}

TEST(Choose, ASavedSetKeepsItsOrderAndNamesWhatIsLost) {
  auto choice = choose(every_case(), {.names = Names{"gone", "good_two", "varargs", "good_one"}});
  ASSERT_TRUE(choice);
  EXPECT_EQ(names_of(*choice), (Names{"good_two", "good_one"}));
  EXPECT_EQ(choice->chosen[0].address, 0x20u);
  EXPECT_EQ(choice->lost, (Names{"gone", "varargs"}));
  EXPECT_EQ(count_of(*choice, Exclusion::kNotMatched), 10);
  EXPECT_EQ(sum(*choice), 13);
}

TEST(Choose, ASavedSetMayNameAFunctionTwice) {
  auto choice = choose(every_case(), {.names = Names{"good_two", "gone", "good_two", "gone"}});
  ASSERT_TRUE(choice);
  EXPECT_EQ(names_of(*choice), Names{"good_two"});
  EXPECT_EQ(choice->lost, Names{"gone"});
}

TEST(Choose, NothingThatMatchesIsAnError) {
  auto choice = choose(every_case(), {.include = {"nfs_*", "smb_*"}});
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().exit, Exit::kUsage);
  EXPECT_EQ(choice.error().text(),
            "'nfs_*' 'smb_*': no function of this kernel matches; "
            "see what there is with: trampcheck select --explain");
}

TEST(Choose, NothingAttachableIsAnErrorThatSaysWhy) {
  auto choice = choose(every_case(), {.include = {"varargs", "do_exit", "twice_*"}});
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().exit, Exit::kUsage);
  EXPECT_EQ(choice.error().what,
            "'varargs' 'do_exit' 'twice_*': nothing can be attached "
            "(1 denied, 3 ambiguous_symbol, 1 signature)");
  choice = choose(plain_functions(3), {.limit = 0});
  ASSERT_FALSE(choice);
  EXPECT_EQ(choice.error().what, "the functions asked for: nothing can be attached (3 over_limit)");
}

TEST(Choose, AnEmptyKernelIsAnError) { EXPECT_FALSE(choose(plain_functions(0), {})); }

TEST(Exclusions, HaveDifferentWordsAndAnExplanation) {
  std::set<std::string> words;
  for (size_t i = 0; i < static_cast<size_t>(Exclusion::kCount); ++i) {
    const ExclusionInfo& info = describe(static_cast<Exclusion>(i));
    ASSERT_NE(info.reason, nullptr);
    EXPECT_TRUE(words.insert(info.reason).second) << info.reason;
    EXPECT_NE(info.explanation, std::string());
  }
  EXPECT_EQ(describe(Exclusion::kOverLimit).reason, std::string("over_limit"));
}

TEST(SetHash, IsOfTheSortedNames) {
  // printf 'a\nb\nvfs_read\n' | sha256sum
  const char* known = "1092f224241da2337aa96ebe7273bb7ee27032e82cf1682d0116451ecd2a12cf";
  EXPECT_EQ(set_hash({{"vfs_read", 1, 2}, {"a"}, {"b"}}), known);
  EXPECT_EQ(set_hash({{"a"}, {"b"}, {"vfs_read"}}), known);
  EXPECT_NE(set_hash({{"a"}, {"b"}}), known);
  // Of nothing.
  EXPECT_EQ(set_hash({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace trampcheck
