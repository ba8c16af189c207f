#include "results/stats/steps.h"

#include <algorithm>
#include <cmath>

#include "results/stats/adjust.h"
#include "results/stats/rank_sum.h"
#include "results/stats/ranks.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

// 1 where `to` lies above `from` by more than gate and floor, -1 below, 0 neither.
int direction(const StepSeries& series, double from, double to) {
  const double limit =
      std::max(series.floor, series.gate * std::min(std::fabs(from), std::fabs(to)));
  if (to - from > limit) return 1;
  return from - to > limit ? -1 : 0;
}

std::vector<Step> steps_of_levels(const StepSeries& series) {
  std::vector<Step> steps;
  std::vector<double> level;
  const std::vector<double>& values = series.values;
  for (size_t i = 0; i < values.size(); ++i) {
    const double centre = level.empty() ? values[i] : median(level);
    const int moved = direction(series, centre, values[i]);
    const bool last = i + 1 == values.size();
    if (moved == 0) {
      level.push_back(values[i]);
    } else if (last || direction(series, centre, values[i + 1]) == moved) {
      if (!steps.empty()) steps.back().after = centre;
      steps.push_back({i, centre, values[i], std::nullopt, !last});
      level = {values[i]};
    }
  }
  if (!steps.empty()) steps.back().after = median(level);
  return steps;
}

struct Stretch {
  size_t series = 0;
  size_t begin = 0;
  size_t end = 0;
};

struct Split {
  Stretch of;      // what is split
  Stretch window;  // what was looked at
  size_t at = 0;
  double p = 1;
};

std::span<const double> values_of(const StepSeries& series, size_t begin, size_t end) {
  return std::span(series.values).subspan(begin, end - begin);
}

// How far the first `left` of n ranks, doubled and summed, lie from what they would come to by
// chance, in standard deviations.
double distance(double doubled_sum, double left, double n) {
  const double expected = left * (n + 1);
  return std::fabs(doubled_sum - expected) / (2 * std::sqrt(left * (n - left) * (n + 1) / 12));
}

// The split of one window, its p not corrected.
Split split_of(const StepSeries& series, const Stretch& window) {
  const auto values = values_of(series, window.begin, window.end);
  const std::vector<int64_t> ranks = doubled_ranks(values);
  Split best{window, window, window.begin + 1, 1};
  double furthest = -1;
  double sum = 0;
  for (size_t left = 1; left < values.size(); ++left) {
    sum += static_cast<double>(ranks[left - 1]);
    const double away =
        distance(sum, static_cast<double>(left), static_cast<double>(values.size()));
    if (away <= furthest) continue;
    furthest = away;
    best.at = window.begin + left;
  }
  const size_t left = best.at - window.begin;
  best.p = rank_sum(values.first(left), values.subspan(left)).p;
  return best;
}

double splits_in(const Stretch& window) {
  return static_cast<double>(window.end - window.begin) - 1;
}

bool can_show_a_step(const Stretch& window, double alpha) {
  const auto n = static_cast<int64_t>(window.end - window.begin);
  return n >= 2 && smallest_rank_sum_p(n / 2, n - n / 2) * splits_in(window) < alpha;
}

// The stretch, its halves, their halves and so on, each length also shifted by half of itself.
std::vector<Stretch> windows_in(const Stretch& stretch, double alpha) {
  std::vector<Stretch> windows;
  for (size_t length = stretch.end - stretch.begin;; length = (length + 1) / 2) {
    if (!can_show_a_step({0, 0, length}, alpha)) return windows;
    for (size_t begin = stretch.begin;; begin += length / 2) {
      begin = std::min(begin, stretch.end - length);
      windows.push_back({stretch.series, begin, begin + length});
      if (begin + length == stretch.end) break;
    }
  }
}

// Nothing where the stretch is too short to tell.
std::optional<Split> best_split(const StepSeries& series, const Stretch& stretch, double alpha) {
  std::optional<Split> best;
  double looked_at = 0;
  for (const Stretch& window : windows_in(stretch, alpha)) {
    const Split split = split_of(series, window);
    looked_at += splits_in(window);
    if (!best || split.p < best->p) best = split;
  }
  if (!best) return best;
  best->of = stretch;
  best->p = std::min(1.0, best->p * looked_at);
  return best;
}

bool is_large(const StepSeries& series, const Split& split) {
  const double before = median(values_of(series, split.window.begin, split.at));
  const double after = median(values_of(series, split.at, split.window.end));
  return direction(series, before, after) != 0;
}

// The splits of one round that stand, their p corrected for all that were looked at.
std::vector<Split> split_all(std::span<const StepSeries> all, const std::vector<Stretch>& open,
                             double alpha) {
  std::vector<Split> splits;
  std::vector<double> ps;
  for (const Stretch& stretch : open) {
    const auto split = best_split(all[stretch.series], stretch, alpha);
    if (!split) continue;
    splits.push_back(*split);
    ps.push_back(split->p);
  }
  const std::vector<double> adjusted = adjust_for_many(ps);
  std::vector<Split> standing;
  for (size_t i = 0; i < splits.size(); ++i) {
    splits[i].p = adjusted[i];
    if (adjusted[i] < alpha && is_large(all[splits[i].of.series], splits[i])) {
      standing.push_back(splits[i]);
    }
  }
  return standing;
}

// Levels on either side of a step reach to the next step.
void fill_levels(const StepSeries& series, std::vector<Step>& steps) {
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.at < b.at; });
  for (size_t i = 0; i < steps.size(); ++i) {
    const size_t begin = i == 0 ? 0 : steps[i - 1].at;
    const size_t end = i + 1 == steps.size() ? series.values.size() : steps[i + 1].at;
    steps[i].before = median(values_of(series, begin, steps[i].at));
    steps[i].after = median(values_of(series, steps[i].at, end));
  }
}

}  // namespace

std::vector<std::vector<Step>> find_steps(std::span<const StepSeries> all, double alpha) {
  std::vector<std::vector<Step>> steps(all.size());
  std::vector<Stretch> open;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].repeats) {
      steps[i] = steps_of_levels(all[i]);
    } else {
      open.push_back({i, 0, all[i].values.size()});
    }
  }
  while (!open.empty()) {
    std::vector<Stretch> next;
    for (const Split& split : split_all(all, open, alpha)) {
      steps[split.of.series].push_back({split.at, 0, 0, split.p, true});
      next.push_back({split.of.series, split.of.begin, split.at});
      next.push_back({split.of.series, split.at, split.of.end});
    }
    open = std::move(next);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].repeats) fill_levels(all[i], steps[i]);
  }
  return steps;
}

}  // namespace trampcheck
