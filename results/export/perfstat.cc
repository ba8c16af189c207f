#include "results/export/perfstat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/export/describe.h"
#include "results/export/groups.h"
#include "results/export/layout.h"
#include "results/export/row_notes.h"
#include "results/export/runs.h"
#include "results/export/units.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr int kMostDigits = 9;     // of seconds: a nanosecond
constexpr size_t kMostMarks = 60;  // keeps a line within 100 columns

struct Counter {
  const char* metric;
  const char* unit;
  const char* name;
  double scale;      // of the metric, in the unit
  bool when_absent;  // say so where it was not measured
};

constexpr Counter kCounters[] = {{"cpu_ns", "msec", "task-clock", 1e-6, true},
                                 {"user_ns", "ns", "user_time", 1, false},
                                 {"system_ns", "ns", "system_time", 1, false},
                                 {"cycles_k", "", "cycles:k", 1, true},
                                 {"cycles_u", "", "cycles:u", 1, true},
                                 {"instructions_k", "", "instructions:k", 1, false}};

// Mean of the runs and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;
};

Estimate estimate(const std::vector<int64_t>& samples) {
  const Summary summary = summarise(samples);
  return {summary.mean, summary.stddev.value_or(0) /
                            std::sqrt(static_cast<double>(std::max<size_t>(1, samples.size())))};
}

// "( +-  0.14% )"; a single run has no error.
std::string error_text(const Estimate& value, size_t runs) {
  if (runs < 2) return "";
  const double percent = value.mean > 0 ? 100 * value.error / value.mean : 0;
  return fmt::format("( +-{:6.2f}% )", percent);
}

void put_line(std::string& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

void put_counter(std::string& out, const Counter& counter, const RunSamples& runs) {
  if (runs.samples.empty()) {
    put_line(out, fmt::format("{:>18} {:<4} {}", "<not supported>", counter.unit, counter.name));
    return;
  }
  const Estimate value = estimate(runs.samples);
  const std::string number = thousands(value.mean * counter.scale, counter.scale < 1 ? 2 : 0);
  put_line(out, fmt::format("{:>18} {:<4} {:<50}{}", number, counter.unit, counter.name,
                            error_text(value, runs.samples.size())));
}

// The counters, then once for each reason those that could not be had.
void put_counters(std::string& out, const Group& group) {
  std::vector<std::pair<std::string, std::vector<std::string>>> absent;
  for (const Counter& counter : kCounters) {
    const RunSamples runs = run_samples(group, counter.metric);
    if (runs.samples.empty() && !counter.when_absent) continue;
    put_counter(out, counter, runs);
    if (!runs.samples.empty()) continue;
    auto known = std::find_if(absent.begin(), absent.end(),
                              [&](const auto& entry) { return entry.first == runs.reason; });
    if (known == absent.end()) known = absent.insert(known, {runs.reason, {}});
    known->second.emplace_back(counter.name);
  }
  for (const auto& [reason, names] : absent) {
    put_paragraph(out, "            #", fmt::format("{}: {}", fmt::join(names, ", "), reason));
  }
}

// Two digits more than the error has zeros behind the point.
int digits_for(double error_s) {
  if (error_s <= 0) return kMostDigits;
  if (error_s > 1) return 2;
  return std::min(kMostDigits, static_cast<int>(std::ceil(-std::log10(error_s))) + 2);
}

std::string marks_for(double run_s, double mean_s) {
  const double percent = run_s > 0 ? std::fabs(100 * (run_s - mean_s) / run_s) : 0;
  const double marks = 1 + std::floor(percent / 5);
  return std::string(static_cast<size_t>(std::min<double>(marks, kMostMarks)), '#');
}

void put_table_of_runs(std::string& out, const std::vector<int64_t>& wall_ns) {
  const Estimate value = estimate(wall_ns);
  const double mean_s = value.mean / 1e9;
  const double error_s = value.error / 1e9;
  if (wall_ns.size() == 1) {
    out += fmt::format("\n {:17.9f} seconds time elapsed\n", mean_s);
    return;
  }
  const int digits = digits_for(error_s);
  const std::string mean = fmt::format(" {:17.{}f}", mean_s, digits);
  const std::string indent(mean.find_first_not_of(' '), ' ');
  out += fmt::format("\n{}# Table of individual measurements:\n", indent);
  for (int64_t ns : wall_ns) {
    const double run_s = static_cast<double>(ns) / 1e9;
    out += fmt::format(" {:17.{}f} ({:+.{}f}) {}\n", run_s, digits, run_s - mean_s, digits,
                       marks_for(run_s, mean_s));
  }
  out += fmt::format("\n{}# Final result:\n", indent);
  out += fmt::format("{} +- {:.{}f} seconds time elapsed  {}\n", mean, error_s, digits,
                     error_text(value, wall_ns.size()));
}

std::string verdict_text(const Group& group) {
  return group.verdict ? status_text(*group.verdict) : "MISS: ended before its verdict";
}

void put_experiment(std::string& out, const Context& context, const Group& group,
                    const std::vector<int64_t>& wall_ns) {
  std::string about = fmt::format("{}: {}", group.id, verdict_text(group));
  if (group.verdict && group.verdict->counts) {
    about += fmt::format("; {} functions", group.verdict->counts->attached);
  }
  put_paragraph(out, "# experiment", about);
  const std::string runs = wall_ns.size() > 1 ? fmt::format(" ({} runs)", wall_ns.size()) : "";
  out += fmt::format("\n Performance counter stats for '{}'{}:\n\n",
                     plain(run_command(context, group)), runs);
  put_counters(out, group);
  put_table_of_runs(out, wall_ns);
  out += "\n\n";
}

void put_result(std::string& out, const RunResult& result) {
  const Context& context = result.context;
  put_paragraph(out, "# kernel",
                fmt::format("{} ({} {})", kernel_label(context.kernel), context.kernel.release,
                            context.kernel.arch));
  put_paragraph(out, "# domain", domain_text(context.domain, context.kernel.cpus_online));
  std::string without;
  std::string with;
  for (const Group& group : group_rows(result)) {
    const RunSamples wall = run_samples(group, "wall_ns");
    if (!wall.samples.empty() && has_figures(group)) {
      put_experiment(with, context, group, wall.samples);
    } else if (group.verdict) {
      put_paragraph(without, "# not run", fmt::format("{}: {}", group.id, verdict_text(group)));
    }
  }
  out += without + (without.empty() && with.empty() ? "# nothing was run\n" : "") + "\n" + with;
}

}  // namespace

std::string perfstat_text(const std::vector<LoadedResult>& results) {
  std::string out;
  for (const LoadedResult& loaded : results) put_result(out, loaded.result);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace trampcheck
