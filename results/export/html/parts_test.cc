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
    row.counts = Counts{functions, functions, 0, 0};
  } else {
    row.id += std::string(".") + phase;
    row.params["phase"] = std::string(phase);
    row.metrics["cpu_ns"] = {.unit = "ns", .samples = {cpu_ns}};
    row.metrics["wall_ns"] = {.unit = "ns", .samples = {wall_ns}};
    row.metrics["blocked_ns"] = {.unit = "ns", .samples = {wall_ns - cpu_ns}};
  }
  result.results.push_back(std::move(row));
}

// A mechanism at 1 and at 100 functions; the times are those of 100.
void add(RunResult& result, const std::string& mechanism, int64_t cpu_ns, int64_t wall_ns) {
  for (int64_t functions : {1, 100}) {
    add_row(result, mechanism, functions, "", 0, 0);
    add_row(result, mechanism, functions, "attach", cpu_ns, wall_ns);
    add_row(result, mechanism, functions, "detach", cpu_ns, wall_ns);
  }
}

LoadedResult of_variant(const std::string& variant) {
  LoadedResult loaded;
  loaded.path = "7.3-" + variant + ".json";
  Context& context = loaded.result.context;
  context.domain = "icount";
  context.kernel.release = "7.3.4-trampcheck-" + variant;
  context.kernel.knobs["trampcheck.variant"] = variant;
  context.kernel.cpus_online = 1;
  return loaded;
}

std::vector<LoadedResult> three_variants() {
  std::vector<LoadedResult> results = {of_variant("base"), of_variant("poke"),
                                       of_variant("poke_batch")};
  add(results[0].result, "fentry", 1'000'000, 1'500'000);
  add(results[0].result, "fentry_multi", 100'000, 100'000);
  add(results[1].result, "fentry", 300'000, 300'000);
  add(results[2].result, "fentry_poke_batch", 60'000, 60'000);
  return results;
}

TEST(Parts, AddUpToTheWhole) {
  const auto parts = parts_of(three_variants(), "attach");
  ASSERT_EQ(parts.size(), 2U);
  const Parts& hundred = parts[1];
  EXPECT_EQ(hundred.kernel, "7.3.4");
  EXPECT_EQ(hundred.functions, 100);
  EXPECT_EQ(hundred.wall, 15'000);
  EXPECT_EQ(hundred.waiting, 5'000);
  EXPECT_EQ(hundred.ftrace, 7'000);
  EXPECT_EQ(hundred.single_pokes, 2'400);
  EXPECT_EQ(hundred.rest, 600);
  EXPECT_EQ(hundred.batch_with_ftrace, 10);
  EXPECT_EQ(hundred.batch_without_ftrace, 5);
}

TEST(Parts, WhatWasNotMeasuredIsNotZero) {
  auto results = three_variants();
  results.pop_back();
  const auto parts = parts_of(results, "detach");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[1].ftrace, 7'000);
  EXPECT_FALSE(parts[1].single_pokes);
  EXPECT_FALSE(parts[1].rest);
  EXPECT_FALSE(parts[1].batch_without_ftrace);
}

TEST(Parts, OtherKernelsHaveNone) {
  auto results = three_variants();
  for (LoadedResult& loaded : results) loaded.result.context.kernel.knobs.clear();
  EXPECT_TRUE(parts_sections(results).empty());
}

// Neither another release, nor another clock, machine or number of CPUs.
TEST(Parts, OnlyFiguresOfOnePlaceAreSubtracted) {
  auto results = three_variants();
  results[1].result.context.kernel.cpus_online = 2;
  results[2].result.context.kernel.release = "7.3.9-trampcheck-poke_batch";
  const auto parts = parts_of(results, "attach");
  ASSERT_EQ(parts.size(), 4U);
  for (const Parts& one : parts) EXPECT_FALSE(one.ftrace);
}

}  // namespace
}  // namespace trampcheck
