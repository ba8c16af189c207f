// Mass-attach in real kernels, instruction-counted: what must hold of every result.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "results/store.h"
#include "tools/e2e/shared_guest.h"
#include "tools/vm/kernel_test_main.h"

namespace trampcheck {

GuestMain kernel_test_guest() { return e2e_guest_main; }

namespace {

const char* const kMechanisms[] = {"fentry", "fexit"};
const char* const kRoundPhases[] = {"open", "load", "attach", "hit", "detach", "unload", "quiesce"};

int64_t sum(const std::vector<int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), int64_t{0});
}

class AttachTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!cached_kernel(GetParam())) {
      GTEST_SKIP() << "no kernel " << GetParam() << " is cached; fetch it with 'trampcheck kernels "
                   << "fetch " << GetParam() << "'";
    }
    const Guest& guest = shared_guest(GetParam());
    ASSERT_TRUE(guest.result) << guest.problem;
    result_ = *guest.result;
  }

  void TearDown() override { EXPECT_EQ(processes_left(), 0); }

  // "attach.fentry.detach"
  static std::string id(const char* mechanism, const char* phase) {
    return fmt::format("attach.{}.{}", mechanism, phase);
  }

  RunResult result_;
};

INSTANTIATE_TEST_SUITE_P(Series, AttachTest, testing::Values("5.10", "6.1", "6.12", "7.3"),
                         [](const auto& series) {
                           std::string name = std::string("v") + series.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST_P(AttachTest, FinishesWithAValidResult) {
  const Guest& guest = shared_guest(GetParam());
  EXPECT_EQ(guest.problem, "");
  EXPECT_EQ(guest.outcome.guest_status, 0);
  EXPECT_TRUE(result_.complete);
  const std::string path = fmt::format("{}/{}.json", std::getenv("TEST_TMPDIR"), GetParam());
  auto saved = save_result(result_, path);
  ASSERT_TRUE(saved) << saved.error().text();
  auto valid = validate_file(path);
  EXPECT_TRUE(valid) << valid.error().text();
}

TEST_P(AttachTest, EveryFunctionIsAccountedFor) {
  ASSERT_TRUE(result_.functions);
  EXPECT_EQ(result_.functions->chosen, 8);
  for (const char* mechanism : kMechanisms) {
    const ResultRow& row = row_of(result_, fmt::format("attach.{}", mechanism));
    EXPECT_EQ(row.status, Status::kPass) << row.reason;
    ASSERT_TRUE(row.counts);
    EXPECT_EQ(row.counts->requested, 8);
    EXPECT_EQ(row.counts->requested,
              row.counts->attached + row.counts->failed + row.counts->skipped);
    EXPECT_GE(row.counts->attached, 6);
    EXPECT_EQ(row.counts->failed, static_cast<int64_t>(row.failures.size()));
  }
}

TEST_P(AttachTest, ProgramsRunExactlyAsOftenAsCalled) {
  for (const char* mechanism : kMechanisms) {
    const ResultRow& row = row_of(result_, fmt::format("attach.{}", mechanism));
    EXPECT_FALSE(row.hits.empty());
    for (const HitCheck& hit : row.hits) {
      EXPECT_GT(hit.called, 0) << hit.function;
      EXPECT_EQ(hit.counted, hit.called) << hit.function;
      EXPECT_EQ(hit.counted_after_detach, 0) << hit.function;
    }
  }
}

TEST_P(AttachTest, LeavesNothingBehind) {
  for (const ResultRow& row : result_.results) {
    EXPECT_TRUE(row.leaks.empty()) << row.id << ": " << row.leaks.front().kind;
    EXPECT_TRUE(row.log.empty()) << row.id << ": " << row.log.front();
  }
  ASSERT_TRUE(result_.context.kernel.taint_before);
  EXPECT_EQ(result_.context.kernel.taint_before, result_.context.kernel.taint_after);
}

TEST_P(AttachTest, EveryPhaseOfEveryRoundIsMeasured) {
  auto check = [&](const std::string& id, size_t rounds) {
    SCOPED_TRACE(id);
    for (const char* metric : {"wall_ns", "tsc", "cpu_ns", "blocked_ns"}) {
      EXPECT_EQ(samples_of(result_, id, metric).size(), rounds) << metric;
    }
    for (int64_t wall : samples_of(result_, id, "wall_ns")) EXPECT_GT(wall, 0);
    for (int64_t ticks : samples_of(result_, id, "tsc")) EXPECT_GT(ticks, 0);
  };
  check("attach.discover", 1);
  for (const char* mechanism : kMechanisms) {
    for (const char* phase : kRoundPhases) check(id(mechanism, phase), 2);
    check(id(mechanism, "exit"), 1);
  }
}

TEST_P(AttachTest, WhatNoPmuCouldCountHasAReason) {
  for (const char* metric : {"cycles_k", "cycles_u", "instructions_k"}) {
    const ResultRow& row = row_of(result_, "attach.fentry.attach");
    auto found = row.metrics.find(metric);
    ASSERT_NE(found, row.metrics.end()) << metric;
    EXPECT_TRUE(found->second.samples.empty()) << metric;
    EXPECT_NE(found->second.reason, "") << metric;
  }
}

TEST_P(AttachTest, TheTimesOfSingleFunctionsAddUp) {
  for (const char* mechanism : kMechanisms) {
    for (const char* phase : {"attach", "detach"}) {
      SCOPED_TRACE(id(mechanism, phase));
      const ResultRow& row = row_of(result_, id(mechanism, phase));
      const auto whole = samples_of(result_, row.id, "tsc");
      ASSERT_TRUE(row.per_function);
      ASSERT_EQ(row.per_function->samples.size(), whole.size());
      EXPECT_EQ(row.per_function->slowest.size(), row.per_function->functions.size());
      for (size_t round = 0; round < whole.size(); ++round) {
        const int64_t single = sum(row.per_function->samples[round]);
        EXPECT_LE(single, whole[round]);
        EXPECT_GE(single, whole[round] * 6 / 10);
      }
    }
  }
}

TEST_P(AttachTest, ContextSaysWhatRan) {
  Context& context = result_.context;
  EXPECT_EQ(context.domain, "icount");
  EXPECT_TRUE(context.kernel.release.starts_with(std::string(GetParam()) + "."));
  EXPECT_EQ(context.kernel.clock_source, "tsc");
  EXPECT_EQ(context.kernel.cpus_online, 1);
  if (cached_kernel(GetParam())->config_path) {
    EXPECT_EQ(context.kernel.config_sha256.value_or("").size(), 64u);
    EXPECT_EQ(context.kernel.config["DYNAMIC_FTRACE_WITH_DIRECT_CALLS"], "y");
  }
  // An instruction a nanosecond.
  EXPECT_NEAR(static_cast<double>(context.kernel.tsc_hz.value_or(0)), 1e9, 1e7);
}

// Until 6.19 each detach waits for RCU tasks (KERNELS.md A.5); since 7.0 none does.
TEST_P(AttachTest, DetachWaitsOnlyWhereTheKernelDoes) {
  const std::string series = GetParam();
  if (series == "5.10") GTEST_SKIP() << "5.10 waits for a plain grace period, short when idle";
  const auto blocked = samples_of(result_, "attach.fentry.detach", "blocked_ns");
  const auto cpu = samples_of(result_, "attach.fentry.detach", "cpu_ns");
  ASSERT_EQ(blocked.size(), 2u);
  for (size_t round = 0; round < blocked.size(); ++round) {
    if (series == "7.3") {
      EXPECT_LT(blocked[round], cpu[round]);
    } else {
      EXPECT_GT(blocked[round], 5 * cpu[round]);
    }
  }
}

TEST(AttachRepeats, WithinHalfAPercent) {
  if (!cached_kernel("6.12")) GTEST_SKIP() << "no kernel 6.12 is cached";
  const Guest& first = shared_guest("6.12");
  ASSERT_TRUE(first.result) << first.problem;
  GuestOptions options = shared_options("6.12");
  options.after.clear();
  const Guest second = boot_guest(options);
  ASSERT_TRUE(second.result) << second.problem;
  for (const char* mechanism : kMechanisms) {
    const std::string id = fmt::format("attach.{}.attach", mechanism);
    const auto a = samples_of(*first.result, id, "cpu_ns");
    const auto b = samples_of(*second.result, id, "cpu_ns");
    ASSERT_EQ(a.size(), b.size());
    for (size_t round = 0; round < a.size(); ++round) {
      EXPECT_NEAR(static_cast<double>(a[round]), static_cast<double>(b[round]),
                  static_cast<double>(a[round]) * 0.005)
          << id << " round " << round;
    }
  }
}

TEST(AttachOnTwoCpus, TellsTheOtherOneByInterrupts) {
  if (!cached_kernel("7.3")) GTEST_SKIP() << "no kernel 7.3 is cached";
  GuestOptions options;
  options.series = "7.3";
  options.cpus = 2;
  options.command = {"run", "attach",   "--functions", "__x64_sys_s*", "--limit",
                     "4",   "--rounds", "2",           "--skip-exit"};
  const Guest guest = boot_guest(options);
  ASSERT_TRUE(guest.result) << guest.problem;
  EXPECT_EQ(guest.outcome.guest_status, 0);
  EXPECT_EQ(guest.result->context.kernel.cpus_online, 2);
  for (const char* mechanism : kMechanisms) {
    for (const char* phase : {"attach", "detach"}) {
      const std::string id = fmt::format("attach.{}.{}", mechanism, phase);
      for (int64_t calls : samples_of(*guest.result, id, "ipis_call")) EXPECT_GT(calls, 0) << id;
    }
  }
}

}  // namespace
}  // namespace trampcheck
