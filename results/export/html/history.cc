#include "results/export/html/history.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "results/compare/comparison.h"
#include "results/compare/rules.h"
#include "results/export/groups.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr const char* kMetrics[] = {"cpu_ns", "wall_ns"};
constexpr std::string_view kSuite = "attach.";

using Key = std::tuple<std::string, std::string, std::string>;  // group, phase, metric

// What decides which change counts, as of the last night that has the figure.
struct Gate {
  double gate = 0;
  double floor = 0;
};

bool is_sound(const Group& group) {
  return group.verdict &&
         (group.verdict->status == Status::kPass || group.verdict->status == Status::kDone);
}

bool is_per_function(const std::string& phase) {
  static const std::set<std::string> kPhases = {"load", "attach", "detach", "unload"};
  return kPhases.contains(phase);
}

Gate gate_of(const ResultRow& row, const std::string& metric, bool repeats, double divisor) {
  const MetricRule& rule = rule_for(metric);
  const double gate = repeats ? exact_tolerance(phase_of(row), metric, waits(row)) : rule.gate;
  return {gate, rule.floor / divisor};
}

double value_of(const std::vector<int64_t>& samples, bool repeats) {
  return repeats ? median(samples)
                 : static_cast<double>(*std::min_element(samples.begin(), samples.end()));
}

class Collector {
 public:
  explicit Collector(History& history) : history_(history) {}

  void add_night(size_t night) {
    for (const Group& group : group_rows(history_.nights[night]->result)) {
      if (!is_sound(group)) continue;
      for (const Phase& phase : group.phases) {
        for (const char* metric : kMetrics) add_value(night, group, phase, metric);
      }
    }
  }

  void find_all_steps() {
    std::vector<StepSeries> all;
    for (size_t i = 0; i < history_.series.size(); ++i) {
      all.push_back({history_.series[i].values, gates_[i].gate, gates_[i].floor, history_.repeats});
    }
    const auto steps = find_steps(all, CompareOptions{}.alpha);
    for (size_t i = 0; i < steps.size(); ++i) history_.series[i].steps = steps[i];
  }

 private:
  void add_value(size_t night, const Group& group, const Phase& phase, const std::string& metric) {
    const Metric* found = measured(*phase.row, metric);
    if (!found) return;
    const auto& counts = group.verdict->counts;
    const bool divide = is_per_function(phase.name) && counts && counts->attached > 0;
    const double divisor = divide ? static_cast<double>(counts->attached) : 1;
    auto [at, is_new] = index_.emplace(Key{group.id, phase.name, metric}, history_.series.size());
    if (is_new) {
      const bool is_ours = group.id.starts_with(kSuite);
      history_.series.push_back({is_ours ? group.id.substr(kSuite.size()) : group.id, phase.name,
                                 metric, found->unit, divide});
      gates_.emplace_back();
    }
    HistorySeries& series = history_.series[at->second];
    if (series.per_function != divide) return;  // a total is no time per function
    series.nights.push_back(night);
    series.values.push_back(value_of(found->samples, history_.repeats) / divisor);
    gates_[at->second] = gate_of(*phase.row, metric, history_.repeats, divisor);
  }

  History& history_;
  std::map<Key, size_t> index_;
  std::vector<Gate> gates_;  // by series
};

bool same_conditions(const LoadedResult& a, const LoadedResult& b) {
  return a.result.context.domain == b.result.context.domain &&
         a.result.context.kernel.cpus_online == b.result.context.kernel.cpus_online;
}

void choose_nights(History& history, const std::vector<LoadedResult>& results) {
  std::vector<const LoadedResult*> sorted;
  sorted.reserve(results.size());
  for (const LoadedResult& loaded : results) sorted.push_back(&loaded);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return a->result.context.started_at < b->result.context.started_at;
  });
  for (const LoadedResult* night : sorted) {
    if (same_conditions(*night, *sorted.back())) history.nights.push_back(night);
  }
  const Context& newest = sorted.back()->result.context;
  if (history.nights.size() == sorted.size()) return;
  history.notes.push_back(fmt::format(
      "{} of {} nights are left out: the newest was measured in {} with {} CPUs, they were not",
      sorted.size() - history.nights.size(), sorted.size(), newest.domain,
      newest.kernel.cpus_online));
}

// Seconds since 1970 of "2026-11-30T20:04:00Z"; 0 where it is something else.
int64_t time_of(const std::string& started_at) {
  tm fields = {};
  if (!strptime(started_at.c_str(), "%Y-%m-%dT%H:%M:%S", &fields)) return 0;
  return timegm(&fields);
}

void add_times(History& history) {
  for (const LoadedResult* night : history.nights) {
    const int64_t time_s = time_of(night->result.context.started_at);
    const bool first = history.times_s.empty();
    history.times_s.push_back(first ? time_s : std::max(time_s, history.times_s.back() + 1));
  }
}

}  // namespace

History make_history(const std::vector<LoadedResult>& results) {
  History history;
  choose_nights(history, results);
  add_times(history);
  history.repeats = history.nights.back()->result.context.domain == "icount";
  Collector collector(history);
  for (size_t night = 0; night < history.nights.size(); ++night) collector.add_night(night);
  collector.find_all_steps();
  return history;
}

void reduce_for_history(RunResult& result) {
  if (result.functions) result.functions->names.clear();
  for (ResultRow& row : result.results) row.per_function.reset();
}

}  // namespace trampcheck
