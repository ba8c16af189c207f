// Who is to blame when the kernel refuses many functions at once.
#ifndef TRAMPCHECK_HARNESS_ATTACH_SEARCH_H_
#define TRAMPCHECK_HARNESS_ATTACH_SEARCH_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace trampcheck {

// Tries the members [first, first + count) by themselves: 0 where the kernel takes them, else its
// errno; nothing where the search should be given up.
using TryMembers = std::function<std::optional<int>(size_t first, size_t count)>;

struct Blamed {
  size_t index = 0;
  int error_number = 0;
  size_t together = 1;  // over 1: one of so many of which the search did not find the culprits

  bool operator==(const Blamed&) const = default;
};

struct Search {
  std::vector<Blamed> blamed;  // in the order of the members
  size_t tries = 0;
};

// Finds, by halving, the members for which all `count` together were refused with `error_number`.
// Where no member is refused by itself, nobody is blamed. After `max_tries` the members still under
// suspicion are blamed together. Each culprit costs at most 2 log2(count) tries.
Search find_refused(size_t count, int error_number, size_t max_tries, const TryMembers& attempt);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_SEARCH_H_
