#include "results/noise/noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "results/compare/compare.h"
#include "results/noise/draw.h"
#include "results/noise/plant.h"

namespace trampcheck {
namespace {

using Boots = std::vector<LoadedResult>;

constexpr double kSlowdowns[] = {0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.10, 0.15, 0.20, 0.50};
constexpr int64_t kBoots[] = {8, 10, 12, 15, 20, 25, 30, 40, 50, 60};

// What a comparison said of two sides.
struct Outcome {
  std::set<std::pair<std::string, Verdict>> moved;  // ROW.METRIC that got worse or better
  bool undecided = false;
};

Error too_few(const std::string& what) {
  return Error{0, what, "make more boots with --boots", Exit::kNotComparable};
}

// Numbered anew, so that boots are paired in the order in which they are added.
void add_boot(Boots& to, const LoadedResult& boot) {
  to.push_back(boot);
  if (auto& vm = to.back().result.context.vm) vm->boot = static_cast<int64_t>(to.size()) - 1;
}

Boots pick(const Boots& from, const std::vector<size_t>& indices) {
  Boots picked;
  for (size_t index : indices) add_boot(picked, from[index]);
  return picked;
}

std::vector<size_t> range(size_t begin, size_t count) {
  std::vector<size_t> indices;
  for (size_t i = 0; i < count; ++i) indices.push_back(begin + i);
  return indices;
}

Expected<Outcome> compare_sides(Boots base, Boots next) {
  CompareOptions options;
  options.across = {"append"};
  auto comparison = compare(std::move(base), std::move(next), options);
  if (!comparison) return comparison.error();
  Outcome outcome;
  for (const KernelComparison& kernel : comparison->kernels) {
    for (const Difference& one : kernel.differences) {
      if (one.allowed) continue;
      return Error{
          0,
          fmt::format("the boots are not comparable: {} is {} and {}", one.key, one.base, one.next),
          "make all of them with one command", Exit::kNotComparable};
    }
    for (const Finding& one : kernel.findings) {
      if (one.verdict == Verdict::kMoreRounds) outcome.undecided = true;
      if (one.verdict != Verdict::kWorse && one.verdict != Verdict::kBetter) continue;
      outcome.moved.emplace(one.id + "." + one.metric, one.verdict);
    }
  }
  return outcome;
}

bool agree(const Outcome& first, const Outcome& second) {
  return std::any_of(first.moved.begin(), first.moved.end(),
                     [&](const auto& one) { return second.moved.contains(one); });
}

// The boots of one comparison and of the one that confirms it.
struct Draw {
  Boots base, next, more_base, more_next;
};

Expected<void> count_alarm(AlarmRate& rate, Draw draw) {
  auto outcome = compare_sides(std::move(draw.base), std::move(draw.next));
  if (!outcome) return outcome.error();
  ++rate.comparisons;
  if (outcome->moved.empty()) {
    if (outcome->undecided) ++rate.undecided;
    return {};
  }
  ++rate.alarms;
  for (const auto& [name, verdict] : outcome->moved) ++rate.by_metric[name];
  auto second = compare_sides(std::move(draw.more_base), std::move(draw.more_next));
  if (!second) return second.error();
  if (agree(*outcome, *second)) ++rate.confirmed;
  return {};
}

// Neighbours; an alarm is confirmed by the next ones.
Expected<AlarmRate> real_rate(const Boots& base, const Boots& next, size_t boots) {
  AlarmRate rate;
  const size_t groups = base.size() / boots;
  for (size_t group = 0; group < groups; ++group) {
    const auto mine = range(group * boots, boots);
    const auto others = range((group + 1) % groups * boots, boots);
    Draw draw{pick(base, mine), pick(next, mine), pick(base, others), pick(next, others)};
    if (auto counted = count_alarm(rate, std::move(draw)); !counted) return counted.error();
  }
  return rate;
}

// Twice so many pairs of neighbours, no boot twice. Which of a pair is whose side is drawn as well:
// they are of one kernel.
Draw draw_boots(const Boots& base, const Boots& next, size_t boots, std::mt19937_64& random) {
  const auto order = shuffled(base.size(), random);
  Draw draw;
  for (size_t i = 0; i < 2 * boots; ++i) {
    const bool swapped = random() % 2 == 1;
    const LoadedResult& first = swapped ? next[order[i]] : base[order[i]];
    const LoadedResult& second = swapped ? base[order[i]] : next[order[i]];
    add_boot(i < boots ? draw.base : draw.more_base, first);
    add_boot(i < boots ? draw.next : draw.more_next, second);
  }
  return draw;
}

Expected<AlarmRate> resampled_rate(const Boots& base, const Boots& next,
                                   const NoiseOptions& options) {
  AlarmRate rate;
  std::mt19937_64 random(options.seed);
  for (int64_t i = 0; i < options.resamples; ++i) {
    Draw draw = draw_boots(base, next, static_cast<size_t>(options.boots), random);
    if (auto counted = count_alarm(rate, std::move(draw)); !counted) return counted.error();
  }
  return rate;
}

Expected<bool> is_worse(Boots base, Boots next, const std::string& metric) {
  auto outcome = compare_sides(std::move(base), std::move(next));
  if (!outcome) return outcome.error();
  return outcome->moved.contains({metric, Verdict::kWorse});
}

// Counts one comparison of a slowdown planted into all boots of one side.
Expected<void> count_found(PowerPoint& point, Draw draw, const std::string& metric) {
  for (Boots* side : {&draw.next, &draw.more_next}) {
    for (LoadedResult& boot : *side) plant(boot.result, split_metric(metric), point.slowdown);
  }
  ++point.comparisons;
  auto found = is_worse(std::move(draw.base), std::move(draw.next), metric);
  if (!found) return found.error();
  if (!*found) return {};
  ++point.found;
  auto again = is_worse(std::move(draw.more_base), std::move(draw.more_next), metric);
  if (!again) return again.error();
  if (*again) ++point.confirmed;
  return {};
}

Expected<PowerPoint> power_point(const Boots& base, const Boots& next, int64_t boots,
                                 double slowdown, const NoiseOptions& options) {
  PowerPoint point{.boots = boots, .slowdown = slowdown};
  std::mt19937_64 random(options.seed);
  const int64_t comparisons = boots == options.boots ? options.resamples : options.power_resamples;
  for (int64_t i = 0; i < comparisons; ++i) {
    Draw draw = draw_boots(base, next, static_cast<size_t>(boots), random);
    auto counted = count_found(point, std::move(draw), options.metric);
    if (!counted) return counted.error();
  }
  return point;
}

// Sizes that the pool is large enough for. In icount boots repeat: one says what all say.
std::vector<int64_t> sizes(const NoiseOptions& options, size_t pool, bool repeats) {
  std::set<int64_t> all = {options.boots};
  for (int64_t boots : kBoots) {
    if (!repeats && 2 * static_cast<size_t>(boots) <= pool) all.insert(boots);
  }
  return {all.begin(), all.end()};
}

Expected<std::vector<PowerPoint>> power_of(const Boots& base, const Boots& next,
                                           const NoiseOptions& options, bool repeats) {
  std::vector<PowerPoint> points;
  for (int64_t boots : sizes(options, base.size(), repeats)) {
    for (double slowdown : kSlowdowns) {
      auto point = power_point(base, next, boots, slowdown, options);
      if (!point) return point.error();
      points.push_back(*point);
    }
  }
  return points;
}

Expected<void> check_boots(const Boots& boots, const std::string& metric) {
  for (const LoadedResult& boot : boots) {
    RunResult result = boot.result;
    if (find_metric(result, split_metric(metric))) continue;
    return Error{0, fmt::format("{} has no {}", boot.path, metric),
                 "name with --metric one that every boot measures", Exit::kNotComparable};
  }
  return {};
}

void describe(Noise& noise, const RunResult& result) {
  const Context& context = result.context;
  noise.release = context.kernel.release;
  noise.domain = context.domain;
  noise.suite = fmt::format("{} {}{}", context.suite_version, context.suite_commit,
                            context.suite_dirty ? " (modified)" : "");
  noise.cpus = context.kernel.cpus_online;
  noise.functions = result.functions ? result.functions->chosen : 0;
  RunResult copy = result;
  const Metric* metric = find_metric(copy, split_metric(noise.options.metric));
  noise.rounds = static_cast<int64_t>(metric->samples.size());
}

}  // namespace

Expected<Noise> measure_noise(const Boots& base, const Boots& next, const NoiseOptions& options) {
  const size_t pool = std::min(base.size(), next.size());
  if (pool < 2 * static_cast<size_t>(options.boots)) {
    return too_few(fmt::format("{} boots a side and as many to confirm take {}, there are {}",
                               options.boots, 2 * options.boots, pool));
  }
  for (const Boots* side : {&base, &next}) {
    if (auto sound = check_boots(*side, options.metric); !sound) return sound.error();
  }
  Noise noise;
  noise.options = options;
  describe(noise, base.front().result);
  noise.pool_boots = static_cast<int64_t>(pool);
  const auto count = static_cast<std::ptrdiff_t>(pool);
  const Boots from(base.begin(), base.begin() + count);
  const Boots to(next.begin(), next.begin() + count);
  auto real = real_rate(from, to, static_cast<size_t>(options.boots));
  if (!real) return real.error();
  noise.real = *real;
  auto resampled = resampled_rate(from, to, options);
  if (!resampled) return resampled.error();
  noise.resampled = *resampled;
  auto power = power_of(from, to, options, noise.domain == "icount");
  if (!power) return power.error();
  noise.power = *power;
  return noise;
}

Expected<PlantedRate> judge_planted(const Boots& base, const Boots& planted,
                                    const NoiseOptions& options) {
  for (const Boots* side : {&base, &planted}) {
    if (auto sound = check_boots(*side, options.metric); !sound) return sound.error();
  }
  const auto boots = static_cast<size_t>(options.boots);
  const size_t groups = std::min(base.size(), planted.size()) / boots;
  if (groups == 0) return too_few(fmt::format("{} boots a side were not made", boots));
  const std::string row = split_metric(options.metric).row;
  PlantedRate rate;
  for (size_t group = 0; group < groups; ++group) {
    const auto indices = range(group * boots, boots);
    auto outcome = compare_sides(pick(base, indices), pick(planted, indices));
    if (!outcome) return outcome.error();
    ++rate.comparisons;
    rate.found += outcome->moved.contains({options.metric, Verdict::kWorse}) ? 1 : 0;
    rate.others += std::any_of(outcome->moved.begin(), outcome->moved.end(),
                               [&](const auto& one) { return split_metric(one.first).row != row; });
  }
  return rate;
}

std::optional<double> smallest_found(const Noise& noise, int64_t boots, double share,
                                     bool confirmed) {
  for (const PowerPoint& point : noise.power) {
    if (point.boots != boots || point.comparisons == 0) continue;
    const auto found = static_cast<double>(confirmed ? point.confirmed : point.found);
    if (found >= share * static_cast<double>(point.comparisons)) return point.slowdown;
  }
  return std::nullopt;
}

}  // namespace trampcheck
