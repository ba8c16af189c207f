// Finds the first changed one of a row of kernels by halving.
#ifndef TRAMPCHECK_TOOLS_BISECT_SEARCH_H_
#define TRAMPCHECK_TOOLS_BISECT_SEARCH_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace trampcheck {

enum class Side {
  kOld,      // not changed
  kNew,      // changed
  kUnknown,  // cannot be measured: does not boot, lacks the mechanism
  kAbort,    // the harness failed, or was interrupted: stop
};

struct Found {
  std::optional<size_t> last_old;   // nearest old one below `first_new`
  std::optional<size_t> first_new;  // nothing: the search was aborted
  // Between the two: what could not be measured. The change is in one of them or in first_new.
  std::vector<size_t> unknown;
};

// Of `count` (2 or more) in order, the first of which is old and the last new, as the caller has
// verified. Asks at most once for each; where the middle cannot be measured, for its neighbours.
Found find_first_new(size_t count, const std::function<Side(size_t)>& ask);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_BISECT_SEARCH_H_
