// Figures for people: three significant digits and a unit. ASCII only.
#ifndef TRAMPCHECK_RESULTS_EXPORT_UNITS_H_
#define TRAMPCHECK_RESULTS_EXPORT_UNITS_H_

#include <string>

namespace trampcheck {

// "0 ns", "0.25 ns", "123 ns", "12.3 us", "1.23 ms", "61.0 s", "5400 s".
std::string human_ns(double ns);

// A count or ticks: "0", "0.25", "123", "12.3 k", "1.23 M", "61.0 G", "5400 G".
std::string human_count(double count);

// By the name of the unit of a metric: "ns" as a time, anything else as a count.
std::string human(double value, const std::string& unit);

// "3,463,157,566", or with digits behind the point "1,234.50".
std::string thousands(double value, int digits);

// The change from a figure above 0 to another, in percent: "+12.3", "0.0", "-99.9", "+1959".
std::string percent_change(double before, double after);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_UNITS_H_
