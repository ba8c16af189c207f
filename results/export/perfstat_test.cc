#include "results/export/perfstat.h"

#include <gtest/gtest.h>

#include "results/export/runs.h"
#include "results/testing/example.h"
#include "results/testing/kernels.h"

namespace trampcheck {
namespace {

Metric metric(const char* unit, std::vector<int64_t> samples) {
  return {.unit = unit, .samples = std::move(samples)};
}

// As the command of S1 would have been recorded.
LoadedResult bpftrace_result() {
  LoadedResult loaded = kernel_result("7.3.4");
  ResultRow verdict{.id = "attach.bpftrace",
                    .params = {{"mechanism", "bpftrace"}, {"command", "bpftrace -ve 'kfunc:x'"}},
                    .status = Status::kPass};
  ResultRow phase{.id = "attach.bpftrace.command",
                  .params = {{"mechanism", "bpftrace"}, {"phase", "command"}},
                  .status = Status::kDone};
  phase.metrics = {{"wall_ns", metric("ns", {40'000'000'000, 50'000'000'000, 60'000'000'000})},
                   {"cpu_ns", metric("ns", {4'000'000'000, 4'000'000'000, 4'000'000'000})},
                   {"user_ns", metric("ns", {1'000'000'000, 1'000'000'000, 1'000'000'000})},
                   {"cycles_k", metric("cycles", {3'463'157'566, 3'463'157'566, 3'463'157'566})},
                   {"cycles_u", metric("cycles", {1'164'026'269, 1'164'026'270, 1'164'026'271})}};
  loaded.result.results = {verdict, phase};
  return loaded;
}

TEST(Perfstat, AProgramFromOutside) {
  EXPECT_EQ(perfstat_text({bpftrace_result()}),
            R"(# kernel      7.3.4 (7.3.4-test x86_64)
# domain      icount (emulated; the clock counts instructions), 1 cpu

# experiment  attach.bpftrace: PASS

 Performance counter stats for 'bpftrace -ve 'kfunc:x'' (3 runs):

          4,000.00 msec task-clock                                        ( +-  0.00% )
     1,000,000,000 ns   user_time                                         ( +-  0.00% )
     3,463,157,566      cycles:k                                          ( +-  0.00% )
     1,164,026,270      cycles:u                                          ( +-  0.00% )

             # Table of individual measurements:
             40.00 (-10.00) ######
             50.00 (+0.00) #
             60.00 (+10.00) ####

             # Final result:
             50.00 +- 5.77 seconds time elapsed  ( +- 11.55% )
)");
}

TEST(Perfstat, OurOwnRounds) {
  LoadedResult loaded = kernel_result("7.3.4");
  add_mechanism(loaded.result, "fentry", 1'000'000'000, 500'000'000);
  add_unmeasured(loaded.result, "fsession", Status::kSkip, "no such type");
  EXPECT_EQ(perfstat_text({loaded}),
            R"(# kernel      7.3.4 (7.3.4-test x86_64)
# domain      icount (emulated; the clock counts instructions), 1 cpu
# not run     attach.fsession: SKIP: no such type

# experiment  attach.fentry: PASS; 4 functions

 Performance counter stats for 'trampcheck run attach --mechanism fentry --rounds 2' (2 runs):

          1,500.00 msec task-clock                                        ( +-  0.00% )
   <not supported>      cycles:k
   <not supported>      cycles:u
            # cycles:k: no PMU
            # cycles:u: not measured

       # Table of individual measurements:
       3.000000000 (+0.000000000) #
       3.000000000 (+0.000000000) #

       # Final result:
       3.000000000 +- 0.000000000 seconds time elapsed  ( +-  0.00% )
)");
}

TEST(Perfstat, OneRunHasNoError) {
  LoadedResult loaded = bpftrace_result();
  for (auto& [name, one] : loaded.result.results[1].metrics) one.samples.resize(1);
  const std::string text = perfstat_text({loaded});
  EXPECT_NE(text.find("'bpftrace -ve 'kfunc:x'':\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n      40.000000000 seconds time elapsed\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("+-"), std::string::npos) << text;
}

TEST(Perfstat, NothingWasRun) {
  const std::string text = perfstat_text({kernel_result("7.3.4")});
  EXPECT_TRUE(text.ends_with("# nothing was run\n")) << text;
}

TEST(RunSamples, AreTheSumOfARoundsPhases) {
  const RunResult result = example_result();
  const auto groups = group_rows(result);
  const RunSamples wall = run_samples(groups[1], "wall_ns");
  // open, load, attach, hit, detach and unload; not quiesce and exit
  EXPECT_EQ(wall.samples, (std::vector<int64_t>{115'400'000, 115'412'000}));
  EXPECT_EQ(run_samples(groups[1], "cycles_k").samples.size(), 0u);
  EXPECT_EQ(run_samples(groups[1], "cycles_k").reason,
            "no PMU: this processor has no performance counters");
  EXPECT_EQ(run_samples(groups[1], "user_ns").reason, "not measured");
  EXPECT_EQ(run_samples(groups[0], "wall_ns").reason, "not run");  // discovery is no round
}

TEST(RunCommand, NamesTheMechanismAlone) {
  RunResult result = example_result();
  const auto command = [&] { return run_command(result.context, group_rows(result)[2]); };
  EXPECT_EQ(command(), "trampcheck run attach --mechanism fexit --rounds 2");
  result.context.argv = {"vm", "--kernel", "6.12", "--", "run", "attach", "--functions", "tcp_*"};
  EXPECT_EQ(command(), "trampcheck run attach --mechanism fexit --functions tcp_*");
  result.context.argv = {"run", "attach", "--mechanism=all", "--scale", "1,10"};
  example_row(result, "attach.fexit").params["functions"] = int64_t{10};
  EXPECT_EQ(command(), "trampcheck run attach --mechanism fexit --scale 10");
  result.context.argv.clear();
  EXPECT_EQ(command(), "trampcheck run attach --mechanism fexit");
}

}  // namespace
}  // namespace trampcheck
