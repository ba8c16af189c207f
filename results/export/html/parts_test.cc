#include "results/export/html/parts.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

void add_row(RunResult& result, const std::string& mechanism, int64_t functions, const char* phase,
             int64_t cpu_ns, int64_t wall_ns) {
  ResultRow row{.id = "attach." + mechanism + ".n" + std::to_string(functions),
                .status = Status::kDone};
  row.params = {{"mechanism", mechanism}, {"functions", functions}};
  if (*phase == '\0') {
    row.status = Status::kPass;
    row.counts = Counts{functions, functions, 0, 0};
  } else {
    row.id += std::string(".") + phase;
    row.params["phase"] = std::string(phase);
    row.metrics["cpu_ns"] = {.unit = "ns", .samples = {cpu_ns}};
    row.metrics["wall_ns"] = {.unit = "ns", .samples = {wall_ns}};
    row.metrics["blocked_ns"] = {.unit = "ns", .samples = {wall_ns - cpu_ns}};
    row.metrics["sync_rounds"] = {.unit = "count", .samples = {cpu_ns / 1000}};
    row.metrics["batch_ns"] = {.unit = "ns", .samples = {cpu_ns / 2}};
    row.metrics["image_ns"] = {.unit = "ns", .samples = {cpu_ns / 5}};
  }
  result.results.push_back(std::move(row));
}

// A mechanism at 1 and at 100 functions; the times are those of 100, and for one a hundredth.
void add(RunResult& result, const std::string& mechanism, int64_t cpu_ns, int64_t wall_ns) {
  for (int64_t functions : {1, 100}) {
    add_row(result, mechanism, functions, "", 0, 0);
    for (const char* phase : {"attach", "detach"}) {
      add_row(result, mechanism, functions, phase, cpu_ns * functions / 100,
              wall_ns * functions / 100);
    }
  }
}

LoadedResult of_variant(const std::string& variant) {
  LoadedResult loaded;
  loaded.path = "7.3-" + variant + ".json";
  loaded.result.complete = true;
  Context& context = loaded.result.context;
  context.domain = "icount";
  context.kernel.release = "7.3.4-trampcheck-" + variant;
  context.kernel.knobs["trampcheck.variant"] = variant;
  context.kernel.cpus_online = 1;
  loaded.result.functions = FunctionSet{.available = 20'603, .chosen = 19'547};
  return loaded;
}

std::vector<LoadedResult> four_variants() {
  std::vector<LoadedResult> results = {of_variant("base"), of_variant("poke"),
                                       of_variant("poke_batch"), of_variant("poke_batch_ipi")};
  add(results[0].result, "fentry", 1'000'000, 1'500'000);
  add(results[0].result, "fentry_multi", 100'000, 100'000);
  add(results[1].result, "fentry", 300'000, 300'000);
  add(results[2].result, "fentry_poke_batch", 60'000, 60'000);
  add(results[3].result, "fentry", 310'000, 310'000);
  add(results[3].result, "fentry_poke_batch", 62'000, 62'000);
  return results;
}

TEST(Parts, AddUpToTheWhole) {
  const auto parts = parts_of(four_variants(), "attach");
  ASSERT_EQ(parts.size(), 2U);
  const Parts& hundred = parts[1];
  EXPECT_EQ(hundred.place.kernel, "7.3.4");
  EXPECT_EQ(hundred.records, 20'603);
  EXPECT_EQ(hundred.functions, 100);
  EXPECT_EQ(hundred.wall, 15'000);
  EXPECT_EQ(hundred.waiting, 5'000);
  EXPECT_EQ(hundred.ftrace, 7'000);
  EXPECT_EQ(hundred.poke, 3'000);
  EXPECT_EQ(hundred.batch, 600);
  EXPECT_EQ(hundred.patching, 310);
  EXPECT_EQ(hundred.images, 124);
  EXPECT_EQ(hundred.rest, 186);
  EXPECT_EQ(hundred.rounds_single, 3.1);
  EXPECT_EQ(hundred.rounds_batch, 0.62);
  EXPECT_EQ(hundred.batch_with_ftrace, 10);
  EXPECT_EQ(hundred.batch_without_ftrace, 5);
}

// Results of before they were counted.
TEST(Parts, ImagesThatAreNotCountedArePartOfTheRest) {
  auto results = four_variants();
  for (ResultRow& row : results[3].result.results) row.metrics.erase("image_ns");
  const Parts hundred = parts_of(results, "attach").at(1);
  EXPECT_FALSE(hundred.images);
  EXPECT_EQ(hundred.rest, 310);
}

TEST(Parts, WhatWasNotMeasuredIsNotZero) {
  auto results = four_variants();
  results.resize(2);
  const auto parts = parts_of(results, "detach");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].ftrace, 7'000);
  EXPECT_FALSE(parts[1].batch);
  EXPECT_FALSE(parts[1].patching);
  EXPECT_FALSE(parts[1].rest);
  EXPECT_FALSE(parts[1].rounds_single);
  EXPECT_FALSE(parts[1].batch_without_ftrace);
}

TEST(Parts, OtherKernelsHaveNone) {
  auto results = four_variants();
  for (LoadedResult& loaded : results) loaded.result.context.kernel.knobs.clear();
  EXPECT_TRUE(parts_sections(results).empty());
}

// Neither another release, nor another clock, machine or number of CPUs.
TEST(Parts, OnlyFiguresOfOnePlaceAreSubtracted) {
  auto results = four_variants();
  results[1].result.context.kernel.cpus_online = 2;
  results[2].result.context.kernel.release = "7.3.9-trampcheck-poke_batch";
  const auto parts = parts_of(results, "attach");
  ASSERT_EQ(parts.size(), 6U);
  for (const Parts& one : parts) EXPECT_FALSE(one.ftrace);
}

TEST(Parts, OnlyFiguresOfTheSameFunctionsAndOptionsAreSubtracted) {
  auto results = four_variants();
  results[1].result.functions->set_sha256 = "other";
  results[2].result.context.kernel.config["LOCKDEP"] = "y";
  for (const Parts& one : parts_of(results, "attach")) {
    EXPECT_FALSE(one.ftrace);
    EXPECT_FALSE(one.batch_without_ftrace);
  }
  const std::vector<Section> sections = parts_sections(results);
  EXPECT_EQ(sections[1].table.size(), 4U);  // a row for each, though they read alike
}

TEST(Parts, WhatFailedIsNotCounted) {
  auto results = four_variants();
  for (ResultRow& row : results[1].result.results) {
    if (row.id == "attach.fentry.n100") row.status = Status::kFail;
  }
  results[2].result.complete = false;
  const auto parts = parts_of(results, "attach");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].poke, 3'000);
  EXPECT_FALSE(parts[1].poke);
  EXPECT_FALSE(parts[1].batch);
}

// The variants differ in how many functions "all" are: by those that they add.
TEST(Parts, AllFunctionsAreOneSize) {
  auto results = four_variants();
  for (LoadedResult& loaded : results) loaded.result.functions->chosen = 100;
  LoadedResult& batch = results[2];
  batch.result.results.clear();
  batch.result.functions->chosen = 102;
  for (int64_t functions : {1, 102}) {
    add_row(batch.result, "fentry_poke_batch", functions, "", 0, 0);
    add_row(batch.result, "fentry_poke_batch", functions, "attach", 600 * functions, 60'000);
  }
  const auto parts = parts_of(results, "attach");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].functions, 102);
  EXPECT_EQ(parts[1].poke, 3'000);
  EXPECT_EQ(parts[1].batch, 600);
}

TEST(Parts, GrowthWithFunctionsAndCpus) {
  auto results = four_variants();
  LoadedResult two = of_variant("base");
  two.result.context.kernel.cpus_online = 2;
  add(two.result, "fentry", 1'200'000, 1'500'000);
  results.push_back(two);
  const auto growth = parts_growth_of(results, "detach");
  ASSERT_EQ(growth.size(), 5U);
  EXPECT_EQ(growth[0].way, "ftrace");
  EXPECT_NEAR(growth[0].exponent.value(), 1, 1e-9);
  EXPECT_FALSE(growth[0].over_one);
  EXPECT_EQ(growth[1].way, "ftrace, one link");
  EXPECT_EQ(growth[2].way, "one poke each");
  EXPECT_EQ(growth[3].way, "one batch");
  EXPECT_EQ(growth[4].place.cpus, 2);
  EXPECT_NEAR(growth[4].over_one.value(), 1.2, 1e-9);
  const std::vector<Section> sections = parts_sections(results);
  ASSERT_EQ(sections.size(), 4U);
  const Table expected = {
      {"kernel, clock, CPUs", "ftrace", "ftrace, one link", "one poke each", "one batch"},
      {"7.3.4 icount 1", "n^1.00", "n^1.00", "n^1.00", "n^1.00"},
      {"7.3.4 icount 2", "n^1.00, x1.20", "-", "-", "-"}};
  EXPECT_EQ(sections[3].table, expected);
}

}  // namespace
}  // namespace trampcheck
