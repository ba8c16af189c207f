#include "harness/kernel/variant.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(Variant, WhatEachOneDoes) {
  EXPECT_FALSE(pokes("base"));
  EXPECT_TRUE(pokes("poke"));
  EXPECT_TRUE(pokes("poke_batch_ipi"));
  EXPECT_FALSE(pokes_in_batches("poke"));
  EXPECT_TRUE(pokes_in_batches("poke_batch"));
  EXPECT_TRUE(pokes_in_batches("poke_batch_ipi"));
}

TEST(Variant, TheReleaseNamesItAsWell) {
  EXPECT_EQ(variant_in_release("7.3.4-trampcheck-poke"), "poke");
  EXPECT_EQ(variant_in_release("5.10.262-trampcheck-poke_batch_ipi"), "poke_batch_ipi");
  EXPECT_FALSE(variant_in_release("7.3.4+deb13-cloud-amd64"));
  EXPECT_FALSE(variant_in_release("7.3.4-trampcheck-"));
  EXPECT_FALSE(variant_in_release(""));
}

TEST(Variant, CountersAreReadByName) {
  auto counters =
      parse_poke_counters("sync_rounds 12\nbatches 2\nsites 300\nbatch_ns 4500\nimage_ns 678\n");
  ASSERT_TRUE(counters);
  EXPECT_EQ(counters->sync_rounds, 12);
  EXPECT_EQ(counters->batch_ns, 4500);
  EXPECT_EQ(counters->image_ns, 678);
}

TEST(Variant, CountersThatAreNotWhole) {
  EXPECT_FALSE(parse_poke_counters(""));
  EXPECT_FALSE(parse_poke_counters("sync_rounds 12\n"));
  EXPECT_FALSE(parse_poke_counters("sync_rounds 12\nbatch_ns 4\n"));
  EXPECT_FALSE(parse_poke_counters("sync_rounds 12\nbatch_ns 4x\nimage_ns 5\n"));
  EXPECT_FALSE(parse_poke_counters("sync_rounds2 12\nbatch_ns 4\nimage_ns 5\n"));
}

}  // namespace
}  // namespace trampcheck
