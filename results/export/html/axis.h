// The axes of charts: what range, where the ticks are, and what they say.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_AXIS_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_AXIS_H_

#include <string>
#include <vector>

namespace trampcheck {

enum class AxisKind { kLinear, kLog };

struct Tick {
  double value = 0;
  std::string label;  // "20 us"
};

// Maps values in `unit` from low..high to from..to, in units of the drawing.
struct Axis {
  AxisKind kind = AxisKind::kLinear;
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  std::vector<Tick> ticks;

  // Where a value lies; values outside (and what a log axis has no place for) at the nearer end.
  double at(double value) const;
};

// For values from `least` to `most`, both at least 0, in the unit of a metric ("ns", "count" ...):
// linear and from 0; logarithmic where the least is above 0 and the most ten times as much or more.
Axis value_axis(double least, double most, const std::string& unit, double from, double to);

// Logarithmic, for values above 0, however close they are.
Axis log_axis(double least, double most, const std::string& unit, double from, double to);

// Linear and around the values, for series whose changes count more than their size: from 0 where
// the values fill most of that range anyway.
Axis close_axis(double least, double most, const std::string& unit, double from, double to);

// human() without the zeros that say nothing: "20 us", "1.5 ms", "42 k".
std::string tick_label(double value, const std::string& unit);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_AXIS_H_
