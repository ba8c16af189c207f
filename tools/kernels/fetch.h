// Fetches one kernel into the cache.
#ifndef TRAMPCHECK_TOOLS_KERNELS_FETCH_H_
#define TRAMPCHECK_TOOLS_KERNELS_FETCH_H_

#include "results/base/expected.h"
#include "tools/kernels/apt.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/packages.h"

namespace trampcheck {

// Downloads, unpacks and keeps a candidate; call with the cache locked. Nothing is left behind on
// failure. Errors: those of Apt::download and unpack_kernel; the packages hold no kernel, or one
// that would not boot.
Expected<CachedKernel> fetch_candidate(const CachePaths& paths, const Apt& apt,
                                       const Candidate& candidate, const Progress& progress);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_FETCH_H_
