#include "results/model/json.h"

#include <gtest/gtest.h>

#include "results/testing/example.h"

namespace trampcheck {
namespace {

using nlohmann::json;

TEST(ToJson, HasTheContractedShape) {
  json value = to_json(example_result());
  EXPECT_EQ(value["schema"].dump(), R"({"major":1,"minor":0,"name":"trampcheck.result"})");
  EXPECT_EQ(value["context"]["suite"].size(), 3u);
  EXPECT_EQ(value["context"]["cpu"].dump(), R"({"model":"QEMU TCG CPU version 2.5+","online":1})");
  EXPECT_EQ(value["context"]["memory_kib"], 1'000'000);
  const json& row = value["results"][0];
  EXPECT_EQ(row["id"], "attach.discover");
  EXPECT_EQ(row["metrics"]["cycles_k"].dump(),
            R"({"better":"lower","reason":"no PMU: this processor has no performance counters",)"
            R"("samples":null,"unit":"cycles"})");
  EXPECT_EQ(row["metrics"]["wall_ns"]["samples"].dump(), "[350000000,350002000]");
  EXPECT_EQ(row["metrics"]["wall_ns"]["summary"]["median"], 350001000.0);
}

TEST(ToJson, UnknownIsAbsent) {
  RunResult result = example_result();
  result.context.suite_commit.clear();
  result.context.kernel.cmdline.clear();
  result.context.kernel.cpus_online = 0;
  result.context.kernel.cpu_model.clear();
  result.context.kernel.memory_kib = 0;
  result.context.kernel.tsc_hz.reset();
  result.context.vm.reset();
  result.functions.reset();
  json value = to_json(result);
  for (const char* key : {"cpu", "memory_kib", "vm"}) EXPECT_FALSE(value["context"].contains(key));
  EXPECT_FALSE(value["context"]["suite"].contains("commit"));
  EXPECT_FALSE(value["context"]["kernel"].contains("cmdline"));
  EXPECT_FALSE(value["context"]["kernel"].contains("tsc_hz"));
  EXPECT_FALSE(value.contains("functions"));
  EXPECT_FALSE(value["results"][0].contains("failures"));
  EXPECT_TRUE(from_json(value));
}

TEST(FromJson, RoundTripsEveryField) {
  RunResult result = example_result();
  ResultRow& row = example_row(result, "attach.fentry.attach");
  row.per_function = PerFunction{.unit = "tsc",
                                 .functions = {"a", "b"},
                                 .samples = {{1, 9}, {3, 5}},
                                 .slowest = {{"b", 7}, {"a", 2}}};
  result.functions->lost = {"gone"};
  result.context.suite_dirty = true;
  result.context.seed = UINT64_MAX;
  result.complete = false;
  auto again = from_json(to_json(result));
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(serialise(*again), serialise(result));
  EXPECT_EQ(again->context.seed, UINT64_MAX);
  EXPECT_TRUE(again->context.suite_dirty);
  EXPECT_FALSE(again->complete);
  EXPECT_EQ(again->functions->lost, std::vector<std::string>{"gone"});
  const ResultRow& fexit = example_row(*again, "attach.fexit");
  EXPECT_EQ(fexit.status, Status::kFail);
  EXPECT_EQ(fexit.failures[0].error_number, 16);
  EXPECT_EQ(fexit.leaks[0].names[0], "bpf_trampoline_6442450983");
  EXPECT_EQ(std::get<int64_t>(fexit.params.at("rounds")), 2);
  EXPECT_EQ(std::get<std::string>(fexit.params.at("mechanism")), "fexit");
  const PerFunction& times = *example_row(*again, "attach.fentry.attach").per_function;
  EXPECT_EQ(times.summary.n, 4);
  EXPECT_EQ(times.summary.median, 4);
  EXPECT_EQ(times.slowest[0], (std::pair<std::string, int64_t>("b", 7)));
}

TEST(FromJson, NewerMinorMayHaveKeysWeDoNotKnow) {
  json value = to_json(example_result());
  value["context"]["weather"] = "fine";
  value["results"][0]["metrics"]["wall_ns"]["summary"]["p999"] = 1;
  auto same = from_json(value, "f");
  ASSERT_FALSE(same);
  EXPECT_NE(same.error().what.find("'p999'"), std::string::npos) << same.error().what;
  value["schema"]["minor"] = 1;
  auto newer = from_json(value, "f");
  ASSERT_TRUE(newer) << newer.error().text();
  EXPECT_EQ(serialise(*newer), serialise(example_result()));
  value["results"][0]["status"] = "GOOD";
  EXPECT_FALSE(from_json(value, "f"));
}

TEST(Serialise, AnyBytesInTextSurvive) {
  RunResult result = example_result();
  ResultRow& row = example_row(result, "attach.fexit");
  row.log = {std::string("\x1b[31m\0\x7f", 7), "\xff\xfe", "gr\xc3\xbc\xc3\x9f dich \"\\"};
  auto again = parse_result(serialise(result), "f");
  ASSERT_TRUE(again) << again.error().text();
  const auto& log = example_row(*again, "attach.fexit").log;
  EXPECT_EQ(log[0], row.log[0]);
  EXPECT_EQ(log[1], "\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(log[2], row.log[2]);
}

TEST(Serialise, SamplesStandOnOneLine) {
  EXPECT_NE(serialise(example_result()).find("\"samples\": [350000000, 350002000],\n"),
            std::string::npos);
}

}  // namespace
}  // namespace trampcheck
