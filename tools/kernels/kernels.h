// Kernels to boot: any image file, or the newest Debian kernel of a series.
#ifndef TRAMPCHECK_TOOLS_KERNELS_KERNELS_H_
#define TRAMPCHECK_TOOLS_KERNELS_KERNELS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

struct Kernel {
  std::string asked;                       // what the user wrote
  std::string series;                      // "6.12"; empty for a path
  std::string release;                     // as uname will say it; empty where not known
  std::string package;                     // NAME_VERSION[+VARIANT]; empty for a path
  std::string image_path;                  // bzImage or vmlinux
  std::optional<std::string> config_path;  // its .config, where one was found
};

// Told one line at a time what takes long. May be empty.
using Progress = std::function<void(const std::string& line)>;

// A path (it has a '/' or names an existing file), a variant that was built ("7.3-poke"), or a
// Debian series, whose newest package is fetched unless it is cached. Without network the newest
// cached one of the series is taken, and `progress` told so. Errors, all Exit::kEnvironment but the
// last: no such file, no x86-64 kernel, no such series (names those that exist), nothing cached and
// the mirror out of reach, apt or dpkg-deb missing, no room; kUsage: neither a file nor a series.
Expected<Kernel> resolve_kernel(const std::string& series_or_path, const Progress& progress);

struct SeriesInfo {
  std::string series;
  std::string release;      // the newest in reach, or the newest cached
  std::string version;      // of the package
  std::string suite;        // where it comes from
  uint64_t size_bytes = 0;  // to download; 0 where the lists do not have it
  bool in_reach = false;    // the lists have it
  bool cached = false;      // this very release is in the cache
  std::optional<Kernel> newest_cached;
};

struct SeriesList {
  std::vector<SeriesInfo> series;  // in order
  std::string note;                // why the list may be old or short; empty where it is neither
  std::string remedy;              // what to do about that; may be empty
  std::vector<Kernel> built;       // variants, in order
  std::vector<Error> unfit;        // what was built, but cannot be taken, and why
};

// Every series in reach or in the cache. Out of reach of a mirror: what the old lists and the
// cache have, with a note. Errors: there is no cache folder.
Expected<SeriesList> list_series(const Progress& progress);

// All that is cached, in order of series, and then what was built; what of it cannot be taken goes
// to `unfit`. Errors: there is no cache folder, or it cannot be read.
Expected<std::vector<Kernel>> list_cached(std::vector<Error>* unfit = nullptr);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_KERNELS_H_
