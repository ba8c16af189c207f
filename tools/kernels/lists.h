// The index of kernel packages: from the cache while it is fresh, else from the mirror.
#ifndef TRAMPCHECK_TOOLS_KERNELS_LISTS_H_
#define TRAMPCHECK_TOOLS_KERNELS_LISTS_H_

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/packages.h"

namespace trampcheck {

struct PackageIndex {
  std::vector<Package> packages;
  std::string note;    // why it is old or short; empty where it is neither
  std::string remedy;  // what to do about that; may be empty
};

// The index in the cache if it is younger than a day. Nothing otherwise.
std::optional<PackageIndex> fresh_index(const CachePaths& paths);

// Updates the index; call with the cache locked. Where that fails the old one is given, with a
// note. `in_hurry`: there is a cached kernel to fall back on, so wait a minute and not three for
// the mirror, and do not ask again one that was out of reach ten minutes ago.
// Errors: the mirror is out of reach and there is no old index; `stop` was set.
Expected<PackageIndex> update_index(const CachePaths& paths, bool in_hurry,
                                    const Progress& progress,
                                    const std::atomic<bool>* stop = nullptr);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_LISTS_H_
