#include "results/export/html/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/export/units.h"

namespace trampcheck {
namespace {

constexpr double kLogFrom = 10;     // spread from which a logarithmic axis says more
constexpr size_t kMostTicks = 6;    // more would touch each other in a narrow chart
constexpr double kLogMargin = 1.1;  // marks at the ends are not cut
constexpr double kLinearMargin = 1.04;
constexpr double kCloseMargin = 0.15;  // of the range of the values, on either side

// The smallest of 1, 2, 5 times a power of ten that is at least `value`.
double nice_step(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

// All in the unit of the largest, with as many digits as tell neighbours apart.
std::string linear_label(double value, double largest, double step, const std::string& unit) {
  const std::string sample = human(largest, unit);
  const size_t blank = sample.find(' ');
  const std::string name = blank == std::string::npos ? "" : sample.substr(blank);
  double factor = 1;
  while (largest / factor >= 999.5 && factor < 1e9) factor *= 1000;
  const int digits =
      std::clamp(static_cast<int>(std::ceil(-std::log10(step / factor) - 1e-6)), 0, 9);
  return fmt::format("{:.{}f}{}", value / factor, digits, name);
}

void add_linear_ticks(Axis& axis, const std::string& unit) {
  const double step = nice_step((axis.high - axis.low) / static_cast<double>(kMostTicks - 1));
  // Counted, not summed: 0.1 ten times is not 1.
  const auto first = static_cast<int64_t>(std::ceil(axis.low / step - 1e-9));
  const auto last = static_cast<int64_t>(std::floor(axis.high / step + 1e-9));
  const double largest = static_cast<double>(last) * step;
  for (int64_t i = first; i <= last; ++i) {
    const double value = static_cast<double>(i) * step;
    axis.ticks.push_back({value, linear_label(value, largest, step, unit)});
  }
}

std::vector<double> log_ticks(const Axis& axis, const std::vector<double>& factors, int decades) {
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(axis.low)));
  const int last = static_cast<int>(std::ceil(std::log10(axis.high)));
  for (int power = first; power <= last; ++power) {
    if (power % decades != 0) continue;
    for (double factor : factors) {
      const double value = factor * std::pow(10, power);
      if (value >= axis.low && value <= axis.high) ticks.push_back(value);
    }
  }
  return ticks;
}

// The densest set that is not too dense.
void add_log_ticks(Axis& axis, const std::string& unit) {
  std::vector<double> ticks = log_ticks(axis, {1, 2, 5}, 1);
  if (ticks.size() > kMostTicks) ticks = log_ticks(axis, {1, 3}, 1);
  for (int decades = 1; ticks.size() > kMostTicks && decades < 300; ++decades) {
    ticks = log_ticks(axis, {1}, decades);
  }
  for (double value : ticks) axis.ticks.push_back({value, tick_label(value, unit)});
}

Axis linear_axis(double low, double high, const std::string& unit, double from, double to) {
  Axis axis{AxisKind::kLinear, low, high, from, to, {}};
  add_linear_ticks(axis, unit);
  return axis;
}

}  // namespace

double Axis::at(double value) const {
  if (kind == AxisKind::kLog && value <= 0) return from;
  const double share = kind == AxisKind::kLog ? std::log(value / low) / std::log(high / low)
                                              : (value - low) / (high - low);
  return from + std::clamp(share, 0.0, 1.0) * (to - from);
}

Axis value_axis(double least, double most, const std::string& unit, double from, double to) {
  if (least > 0 && most >= kLogFrom * least) return log_axis(least, most, unit, from, to);
  return linear_axis(0, most > 0 ? most * kLinearMargin : 1, unit, from, to);
}

Axis log_axis(double least, double most, const std::string& unit, double from, double to) {
  Axis axis{AxisKind::kLog, least / kLogMargin, most * kLogMargin, from, to, {}};
  add_log_ticks(axis, unit);
  // A range without any round number gets one by being made wider.
  if (axis.ticks.size() >= 2) return axis;
  axis = {AxisKind::kLog, least / 2, most * 2, from, to, {}};
  add_log_ticks(axis, unit);
  return axis;
}

Axis close_axis(double least, double most, const std::string& unit, double from, double to) {
  // A series that does not move is drawn as a level, not as its last digit.
  const double range = std::max(most - least, 0.02 * most);
  const double low = least - std::max(range - (most - least), 2 * kCloseMargin * range) / 2;
  if (most <= 0 || low <= most / 2) return value_axis(0, most, unit, from, to);
  return linear_axis(low, most + (least - low), unit, from, to);
}

std::string tick_label(double value, const std::string& unit) {
  std::string text = human(value, unit);
  const size_t end = std::min(text.find(' '), text.size());
  if (text.find('.') >= end) return text;
  size_t last = text.find_last_not_of('0', end - 1);
  if (text[last] == '.') --last;
  return text.erase(last + 1, end - last - 1);
}

}  // namespace trampcheck
