#include "results/stats/pairwise.h"

#include <bit>
#include <limits>

namespace trampcheck {
namespace {

constexpr uint64_t kSign = uint64_t{1} << 63;

// Doubles in their order as whole numbers in theirs, so that halving ends at a double that is
// there and not near it.
uint64_t to_key(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  return bits & kSign ? ~bits : bits | kSign;
}

double from_key(uint64_t key) { return std::bit_cast<double>(key & kSign ? key & ~kSign : ~key); }

// The smallest double of which at_most() counts at least k.
template <typename Count>
double kth(int64_t k, Count at_most) {
  uint64_t low = to_key(std::numeric_limits<double>::lowest());
  uint64_t high = to_key(std::numeric_limits<double>::max());
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (at_most(from_key(middle)) >= k) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return from_key(low) + 0.0;  // not -0
}

template <typename Kth>
double middle_of(int64_t count, Kth kth_of) {
  const double below = kth_of((count + 1) / 2);
  return count % 2 == 1 ? below : below + (kth_of(count / 2 + 1) - below) / 2;
}

}  // namespace

double kth_difference(std::span<const double> from, std::span<const double> to, int64_t k) {
  // Rounding keeps the order of differences, so that both loops only ever move on.
  return kth(k, [&](double limit) {
    int64_t count = 0;
    size_t j = 0;
    for (double start : from) {
      while (j < to.size() && to[j] - start <= limit) ++j;
      count += static_cast<int64_t>(j);
    }
    return count;
  });
}

double median_difference(std::span<const double> from, std::span<const double> to) {
  const auto count = static_cast<int64_t>(from.size() * to.size());
  return middle_of(count, [&](int64_t k) { return kth_difference(from, to, k); });
}

double kth_mean(std::span<const double> values, int64_t k) {
  return kth(k, [&](double limit) {
    int64_t count = 0;
    size_t end = values.size();
    for (size_t i = 0; i < values.size(); ++i) {
      while (end > i && (values[i] + values[end - 1]) / 2 > limit) --end;
      if (end <= i) break;
      count += static_cast<int64_t>(end - i);
    }
    return count;
  });
}

double median_mean(std::span<const double> values) {
  const auto n = static_cast<int64_t>(values.size());
  return middle_of(n * (n + 1) / 2, [&](int64_t k) { return kth_mean(values, k); });
}

}  // namespace trampcheck
