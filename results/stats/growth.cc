#include "results/stats/growth.h"

#include <algorithm>
#include <cmath>

namespace trampcheck {
namespace {

constexpr double kConstantBelow = 0.1;
constexpr double kLinearFrom = 0.9;
constexpr double kLinearTo = 1.1;
constexpr double kDecades = 100;

Growth classify(double exponent) {
  if (exponent < kConstantBelow) return Growth::kConstant;
  if (exponent < kLinearFrom) return Growth::kLessThanLinear;
  return exponent <= kLinearTo ? Growth::kLinear : Growth::kWorse;
}

}  // namespace

const char* to_string(Growth growth) {
  switch (growth) {
    case Growth::kConstant:
      return "constant";
    case Growth::kLessThanLinear:
      return "less than linear";
    case Growth::kLinear:
      return "linear";
    case Growth::kWorse:
      break;
  }
  return "worse than linear";
}

std::optional<GrowthFit> fit_growth(std::span<const SizedTime> times) {
  GrowthFit fit;
  for (const SizedTime& at : times) fit.to_functions = std::max(fit.to_functions, at.functions);
  fit.from_functions = fit.to_functions;
  double n = 0;
  double sum_x = 0;
  double sum_y = 0;
  double sum_xx = 0;
  double sum_xy = 0;
  for (const SizedTime& at : times) {
    if (at.functions <= 0 || at.time <= 0 || at.functions * kDecades < fit.to_functions) continue;
    const double x = std::log(at.functions);
    const double y = std::log(at.time);
    ++n;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
    fit.from_functions = std::min(fit.from_functions, at.functions);
  }
  const double spread = n * sum_xx - sum_x * sum_x;
  if (n < 2 || fit.from_functions >= fit.to_functions || spread <= 0) return std::nullopt;
  fit.exponent = (n * sum_xy - sum_x * sum_y) / spread;
  fit.growth = classify(fit.exponent);
  return fit;
}

}  // namespace trampcheck
