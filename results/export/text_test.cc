#include "results/export/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "results/testing/example.h"

namespace trampcheck {
namespace {

void expect_plain(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    for (char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(TextTable, WholeExample) {
  std::string text = text_table(example_result());
  expect_plain(text);
  EXPECT_EQ(text, R"(kernel        6.12.48+deb13-cloud-amd64 x86_64
domain        icount (emulated; the clock counts instructions), 1 cpu
functions     4 chosen of 10 available; excluded: ambiguous_symbol 1, denied 2, not_in_btf 3
rounds        2, seed 42

attach
  phase       wall     cpu  blocked    tsc  wall/fn  cpu/fn
  discover  350 ms  349 ms  1.00 ms  700 M        -       -

attach.fentry
  phase       wall      cpu  blocked     tsc  wall/fn   cpu/fn
  open      311 us   300 us  11.0 us   622 k        -        -
  load     5.20 ms  5.10 ms   101 us  10.4 M  1.30 ms  1.27 ms
  attach   61.0 ms  21.0 ms  40.0 ms   122 M  15.3 ms  5.25 ms
  hit      91.0 us  90.0 us  1.00 us   182 k        -        -
  detach   48.0 ms  12.0 ms  36.0 ms  96.0 M  12.0 ms  3.00 ms
  unload    801 us   700 us   101 us  1.60 M   200 us   175 us
  quiesce   1.25 s  2.00 ms   1.25 s  2.50 G   313 ms   500 us
  exit     41.0 us  40.0 us  1.00 us  82.0 k        -        -
  counts      requested 4 = attached 4 + failed 0 + skipped 0
  hits        200 of 200 calls of 2 functions counted, 0 after detach
  leaks       none
  verdict     PASS

attach.fexit
  phase       wall      cpu  blocked     tsc  wall/fn   cpu/fn
  open      311 us   300 us  11.0 us   622 k        -        -
  load     5.20 ms  5.10 ms   101 us  10.4 M  1.73 ms  1.70 ms
  attach   61.0 ms  21.0 ms  40.0 ms   122 M  20.3 ms  7.00 ms
  hit      91.0 us  90.0 us  1.00 us   182 k        -        -
  detach   48.0 ms  12.0 ms  36.0 ms  96.0 M  16.0 ms  4.00 ms
  unload    801 us   700 us   101 us  1.60 M   267 us   233 us
  quiesce   1.25 s  2.00 ms   1.25 s  2.50 G   417 ms   667 us
  exit     41.0 us  40.0 us  1.00 us  82.0 k        -        -
  counts      requested 4 = attached 3 + failed 1 + skipped 0
  hits        200 of 200 calls of 2 functions counted, 0 after detach
  leaks       trampoline_images: 0 before, 1 after (bpf_trampoline_6442450983)
  failed      1 busy (at attach, errno 16): vfs_read
  log         WARNING: CPU: 0 PID: 1 at kernel/bpf/trampoline.c:191
  warning     2 rounds are too few for a spread outside of icount
  verdict     FAIL: 1 trampoline image is left after quiesce

not measured  cycles_k, cycles_u, instructions_k: no PMU: this processor has no performance counters
result        FAIL
)");
}

TEST(TextTable, SingleFunctions) {
  RunResult result = example_result();
  ResultRow& row = example_row(result, "attach.fentry.attach");
  row.per_function = PerFunction{.unit = "tsc",
                                 .functions = {"a", "b", "c"},
                                 .samples = {{1000, 2000, 9000}},
                                 .slowest = {{"c", 9000}, {"b", 2000}, {"a", 1000}}};
  std::string text = text_table(result);
  EXPECT_NE(text.find("  each        p50 2.00 k, p90 7.60 k, p99 8.86 k, max 9.00 k (tsc, one"
                      " function at a time)\n"
                      "  slowest     c 9.00 k, b 2.00 k, a 1.00 k\n"),
            std::string::npos)
      << text;
}

TEST(TextTable, ACommandsTimeByHalves) {
  RunResult result = example_result();
  ResultRow& row = example_row(result, "attach.fentry.attach");
  row.metrics["user_ns"] = {.unit = "ns", .samples = {6'000'000, 6'000'000}};
  row.metrics["system_ns"] = {.unit = "ns", .samples = {15'000'000, 15'000'000}};
  const std::string text = text_table(result);
  EXPECT_NE(text.find("  of cpu      user 6.00 ms, system 15.0 ms\n"), std::string::npos) << text;
}

TEST(TextTable, InterruptedBeforeAnything) {
  RunResult result;
  result.context.domain = "kvm";
  EXPECT_EQ(text_table(result),
            "kernel        unknown\n"
            "domain        kvm\n"
            "functions     not chosen: the run ended before\n"
            "rounds        0, seed 0\n"
            "\n"
            "incomplete    the run was interrupted or died; what there is stands\n"
            "result        MISS\n");
}

TEST(TextTable, StaysPlainAndNarrowWhateverTheResultHolds) {
  RunResult result = example_result();
  ResultRow& row = example_row(result, "attach.fexit");
  row.log.assign(30, std::string(500, 'x') + "\x1b[2J\xff\n");
  row.reason = std::string(300, 'r') + "\xc3\xbc";
  row.warnings = {std::string(20, ' ') + "w"};
  for (int i = 0; i < 50; ++i) {
    row.failures.push_back({std::string(120, 'f'), "attach", 22, "refused", ""});
  }
  example_row(result, "attach.fentry.hit").id = "attach.fentry." + std::string(150, 'p');
  std::string text = text_table(result);
  expect_plain(text);
  EXPECT_NE(text.find("  log         ... 20 lines more\n"), std::string::npos);
  EXPECT_NE(text.find("50 refused (at attach, errno 22):\n"), std::string::npos);
}

TEST(TextTable, NothingAttachedHasNoFigurePerFunction) {
  RunResult result = example_result();
  example_row(result, "attach.fentry").counts = Counts{4, 0, 4, 0};
  std::string text = text_table(result);
  EXPECT_NE(text.find("  attach   61.0 ms  21.0 ms  40.0 ms   122 M        -       -\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace trampcheck
