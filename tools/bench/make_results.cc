// Makes result files as a nightly campaign would leave them, to measure what reading and comparing
// many of them takes. Seeded: the same arguments make the same files.
//
//   make_results FOLDER FILES SAMPLES [PERCENT]
//
// FOLDER must exist. Each file is one boot on tcg and holds SAMPLES samples in all, those of
// attach larger by PERCENT.
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "results/model/model.h"
#include "results/store.h"

namespace trampcheck {
namespace {

constexpr const char* kMechanisms[] = {"fentry", "fexit"};
constexpr const char* kPhases[] = {"open",   "load",   "attach",  "hit",
                                   "detach", "unload", "quiesce", "exit"};
constexpr const char* kMetrics[] = {"wall_ns",       "tsc",       "cpu_ns",  "blocked_ns",
                                    "system_cpu_ns", "ipis_call", "ipis_tlb"};
constexpr int64_t kRows = std::size(kMechanisms) * std::size(kPhases);

std::vector<int64_t> samples(std::mt19937_64& random, int64_t rounds, double centre) {
  std::lognormal_distribution<double> noise(0, 0.1);
  std::vector<int64_t> all;
  for (int64_t i = 0; i < rounds; ++i) {
    all.push_back(static_cast<int64_t>(centre * noise(random)));
  }
  return all;
}

ResultRow phase_row(std::mt19937_64& random, const std::string& mechanism, const std::string& phase,
                    int64_t rounds, double percent) {
  ResultRow row{.id = fmt::format("attach.{}.{}", mechanism, phase), .status = Status::kDone};
  row.params = {{"mechanism", mechanism}, {"phase", phase}, {"functions", int64_t{96}}};
  const double factor = phase == "attach" ? 1 + percent / 100 : 1;
  for (const char* metric : kMetrics) {
    row.metrics[metric] = {.unit = "ns", .samples = samples(random, rounds, 1e7 * factor)};
  }
  for (const char* metric : {"cycles_k", "cycles_u", "instructions_k"}) {
    row.metrics[metric] = {.unit = "cycles", .reason = "no PMU"};
  }
  return row;
}

RunResult boot(uint64_t seed, int64_t number, int64_t boots, int64_t rounds, double percent) {
  std::mt19937_64 random(seed);
  RunResult result;
  Context& context = result.context;
  context.started_at = fmt::format("2026-11-30T12:00:{:02}Z", number % 60);
  context.suite_version = "0.1.0";
  context.domain = "tcg";
  context.kernel = {.release = "6.12.118", .arch = "x86_64", .cpus_online = 1};
  for (int i = 0; i < 20; ++i) context.kernel.config[fmt::format("OPTION_{}", i)] = "y";
  for (int i = 0; i < 25; ++i) context.kernel.knobs[fmt::format("knob_{}", i)] = "0";
  context.vm = VmInfo{.accel = "tcg", .qemu = "7.2.22", .kernel_image = "6.12"};
  context.vm->boot = number;
  context.vm->boots = boots;
  result.functions = FunctionSet{.available = 96, .chosen = 96};
  for (const char* mechanism : kMechanisms) {
    ResultRow verdict{.id = fmt::format("attach.{}", mechanism), .status = Status::kPass};
    verdict.params = {{"mechanism", std::string(mechanism)}, {"functions", int64_t{96}}};
    verdict.counts = Counts{96, 96, 0, 0};
    result.results.push_back(verdict);
    for (const char* phase : kPhases) {
      result.results.push_back(phase_row(random, mechanism, phase, rounds, percent));
    }
  }
  result.complete = true;
  return result;
}

int64_t number(const char* word) {
  int64_t value = 0;
  const std::string_view text(word);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int make(const std::string& folder, int64_t files, int64_t wanted, double percent) {
  const auto per_round = kRows * static_cast<int64_t>(std::size(kMetrics));
  const int64_t rounds = (wanted + per_round - 1) / per_round;
  for (int64_t i = 0; i < files; ++i) {
    const uint64_t seed = static_cast<uint64_t>(i) * 1000 + static_cast<uint64_t>(percent);
    const std::string path = fmt::format("{}/boot{}.json", folder, i);
    if (auto saved = save_result(boot(seed, i, files, rounds, percent), path); !saved) {
      std::cerr << saved.error().text() << "\n";
      return 1;
    }
  }
  std::cout << fmt::format("{}: {} files, {} samples each\n", folder, files, rounds * per_round);
  return 0;
}

}  // namespace
}  // namespace trampcheck

// NOLINTNEXTLINE(bugprone-exception-escape): one without memory may end as it likes
int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "make_results FOLDER FILES SAMPLES [PERCENT]\n";
    return 2;
  }
  const double percent = argc > 4 ? static_cast<double>(trampcheck::number(argv[4])) : 0;
  return trampcheck::make(argv[1], trampcheck::number(argv[2]), trampcheck::number(argv[3]),
                          percent);
}
