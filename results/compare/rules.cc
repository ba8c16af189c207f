#include "results/compare/rules.h"

#include <array>
#include <string_view>

#include "results/stats/summary.h"

namespace trampcheck {
namespace {

// Gates: half of the smallest loss that is to be caught (10 %), since a loss as large as the gate
// passes it only half of the time; waits and counts come in steps and get more. Floors: another
// build of trampcheck moved phases of some microseconds (open, hit) by up to 11 us of their own
// user-space work, and one preemption by a kernel thread costs up to 17 us of wall time.
constexpr std::array<MetricRule, 14> kMetrics = {{
    {"wall_ns", true, 0.05, 50'000, "elapsed time"},
    {"cpu_ns", true, 0.05, 25'000, "time on a CPU"},
    {"cycles_k", true, 0.05, 50'000, "CPU cycles in the kernel"},
    {"instructions_k", true, 0.05, 25'000, "instructions in the kernel"},
    {"functions_tsc", true, 0.05, 50'000, "ticks of the common functions, summed"},
    {"tsc", false, 0.05, 50'000, "wall_ns by another clock"},
    {"blocked_ns", false, 0.10, 50'000, "wall_ns - cpu_ns"},
    {"cycles_u", false, 0.05, 50'000, "trampcheck's own work"},
    {"system_cpu_ns", false, 0.10, 20'000'000, "in steps of 10 ms"},
    {"ctx_switches_voluntary", false, 0.10, 5, "counts"},
    {"ctx_switches_involuntary", false, 0.10, 5, "counts"},
    {"ipis_call", false, 0.10, 5, "counts"},
    {"ipis_tlb", false, 0.10, 5, "counts"},
    {"", true, 0.05, 0, "any other"},
}};

struct ToleranceRow {
  std::string_view phase;   // empty: any
  std::string_view metric;  // empty: any
  double computes;          // where the phase only computes
  double waits;             // where it sleeps and wakes
};

// The first row that fits. Measured as the largest move that both of two rounds agreed on between
// builds of trampcheck from six commits, on 6.12 (detach waits 13 s to 55 s of grace periods) and
// 7.3 (computes), 10 to 404 functions, rounded up:
//   computing: cpu 0.02 %, wall 0.16 %      waiting: cpu 0.8 %, wall 0.9 %
//   exit, discover: one sample a run, so nothing to agree with: cpu 2.7 %, wall 2.7 %; 0.9 %
//   quiesce looks every so often whether all is gone: one look more doubles it.
constexpr std::array<ToleranceRow, 6> kTolerances = {{
    {"quiesce", "", 1.10, 1.10},
    {"exit", "", 0.05, 0.05},
    {"discover", "", 0.02, 0.02},
    {"", "cpu_ns", 0.0025, 0.02},
    {"", "instructions_k", 0.0025, 0.02},
    {"", "", 0.005, 0.02},
}};

constexpr double kWaitingShare = 0.01;

}  // namespace

const MetricRule& rule_for(const std::string& metric) {
  for (const MetricRule& rule : kMetrics) {
    if (metric == rule.metric) return rule;
  }
  return kMetrics.back();
}

double exact_tolerance(const std::string& phase, const std::string& metric, bool waits) {
  for (const ToleranceRow& row : kTolerances) {
    if (!row.phase.empty() && row.phase != phase) continue;
    if (!row.metric.empty() && row.metric != metric) continue;
    return waits ? row.waits : row.computes;
  }
  return 0;  // not reached: the last row fits all
}

bool waits(const ResultRow& row) {
  auto wall = row.metrics.find("wall_ns");
  auto blocked = row.metrics.find("blocked_ns");
  if (wall == row.metrics.end() || blocked == row.metrics.end()) return false;
  return median(blocked->second.samples) > kWaitingShare * median(wall->second.samples);
}

std::string phase_of(const ResultRow& row) {
  auto phase = row.params.find("phase");
  if (phase != row.params.end()) {
    if (const auto* word = std::get_if<std::string>(&phase->second)) return *word;
  }
  return row.id.substr(row.id.rfind('.') + 1);
}

}  // namespace trampcheck
