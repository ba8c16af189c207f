#include "harness/attach/search.h"

#include <algorithm>

namespace trampcheck {
namespace {

struct Range {
  size_t first = 0;
  size_t count = 0;
  int error_number = 0;  // its own, or that of the range it is a part of
  // kInferred: its other half was taken while both together were not. Enough to halve it without
  // asking, not enough to blame a single function: two may be refused only side by side.
  enum { kUnknown, kInferred, kRefused } state = kUnknown;
};

class Halving {
 public:
  Halving(size_t max_tries, const TryMembers& attempt) : max_tries_(max_tries), attempt_(attempt) {}

  Search run(Range all) {
    open_.push_back(all);
    while (!open_.empty() && step()) {
    }
    for (const Range& range : open_) {
      for (size_t i = 0; i < range.count; ++i) {
        search_.blamed.push_back({range.first + i, range.error_number, range.count});
      }
    }
    std::sort(search_.blamed.begin(), search_.blamed.end(),
              [](const Blamed& a, const Blamed& b) { return a.index < b.index; });
    return std::move(search_);
  }

 private:
  // Learns the range's state. False: given up.
  bool ask(Range& range, bool& taken) {
    if (search_.tries == max_tries_) return false;
    const std::optional<int> answer = attempt_(range.first, range.count);
    if (!answer) return false;
    ++search_.tries;
    taken = *answer == 0;
    if (taken) return true;
    range.error_number = *answer;
    range.state = Range::kRefused;
    return true;
  }

  // Takes the last open range one step on. False: given up, the range stays open.
  bool step() {
    Range& range = open_.back();
    bool taken = false;
    if (range.state == Range::kUnknown || (range.state == Range::kInferred && range.count == 1)) {
      if (!ask(range, taken)) return false;
      if (taken) {
        open_.pop_back();
        return true;
      }
    }
    if (range.count == 1) {
      search_.blamed.push_back({range.first, range.error_number});
      open_.pop_back();
      return true;
    }
    const size_t half = range.count / 2;
    Range left{range.first, half, range.error_number};
    Range right{range.first + half, range.count - half, range.error_number};
    if (!ask(left, taken)) return false;
    if (taken) right.state = Range::kInferred;
    open_.back() = right;
    if (!taken) open_.push_back(left);
    return true;
  }

  const size_t max_tries_;
  const TryMembers& attempt_;
  std::vector<Range> open_;
  Search search_;
};

}  // namespace

Search find_refused(size_t count, int error_number, size_t max_tries, const TryMembers& attempt) {
  if (count == 0) return {};
  return Halving(max_tries, attempt).run({0, count, error_number, Range::kRefused});
}

}  // namespace trampcheck
