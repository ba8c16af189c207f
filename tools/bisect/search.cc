#include "tools/bisect/search.h"

#include <set>

namespace trampcheck {
namespace {

// The one nearest to the middle of (low, high) that is not known to be unmeasurable.
std::optional<size_t> next_to_ask(size_t low, size_t high, const std::set<size_t>& unknown) {
  const size_t middle = low + (high - low) / 2;
  for (size_t away = 0; away < high - low; ++away) {
    if (middle >= low + 1 + away && !unknown.contains(middle - away)) return middle - away;
    if (middle + away < high && middle + away > low && !unknown.contains(middle + away)) {
      return middle + away;
    }
  }
  return std::nullopt;
}

}  // namespace

Found find_first_new(size_t count, const std::function<Side(size_t)>& ask) {
  size_t low = 0;
  size_t high = count - 1;
  std::set<size_t> unknown;
  while (auto next = next_to_ask(low, high, unknown)) {
    switch (ask(*next)) {
      case Side::kOld:
        low = *next;
        break;
      case Side::kNew:
        high = *next;
        break;
      case Side::kUnknown:
        unknown.insert(*next);
        break;
      case Side::kAbort:
        return {};
    }
  }
  Found found{low, high, {}};
  for (size_t index : unknown) {
    if (index > low && index < high) found.unknown.push_back(index);
  }
  return found;
}

}  // namespace trampcheck
