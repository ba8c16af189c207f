#include "results/export/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace trampcheck {
namespace {

// Three significant digits without an exponent.
std::string three_digits(double value) {
  if (value >= 99.95) return fmt::format("{:.0f}", value);
  if (value >= 9.995) return fmt::format("{:.1f}", value);
  return fmt::format("{:.2f}", value);
}

// The largest unit in which the rounded figure is at least 1: 999.7 us is 1.00 ms.
std::string scaled(double value, const std::array<const char*, 4>& units) {
  if (value < 0) return "-" + scaled(-value, units);
  size_t unit = 0;
  while (unit + 1 < units.size() && value >= 999.5) {
    value /= 1000;
    ++unit;
  }
  // In the smallest unit a whole number has no digits to lose.
  std::string digits =
      unit == 0 && value == std::floor(value) ? fmt::format("{:.0f}", value) : three_digits(value);
  return *units[unit] ? digits + " " + units[unit] : digits;
}

}  // namespace

std::string human_ns(double ns) { return scaled(ns, {"ns", "us", "ms", "s"}); }

std::string human_count(double count) { return scaled(count, {"", "k", "M", "G"}); }

std::string human(double value, const std::string& unit) {
  return unit == "ns" ? human_ns(value) : human_count(value);
}

std::string percent_change(double before, double after) {
  const double percent = (after / before - 1) * 100;
  if (std::fabs(percent) < 0.05) return "0.0";
  return std::fabs(percent) < 99.95 ? fmt::format("{:+.1f}", percent)
                                    : fmt::format("{:+.0f}", percent);
}

std::string thousands(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  const size_t begin = value < 0 ? 1 : 0;
  for (size_t at = std::min(text.find('.'), text.size()); at > begin + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

}  // namespace trampcheck
