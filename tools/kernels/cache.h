// The folder where fetched kernels and package lists stay.
#ifndef TRAMPCHECK_TOOLS_KERNELS_CACHE_H_
#define TRAMPCHECK_TOOLS_KERNELS_CACHE_H_

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"
#include "tools/kernels/kernels.h"

namespace trampcheck {

using Environment = std::function<const char*(const char* name)>;

// $TRAMPCHECK_CACHE, else $XDG_CACHE_HOME/trampcheck, else ~/.cache/trampcheck; relative ones do
// not count, as the XDG specification says. Errors: none of them is set.
Expected<std::string> cache_root(const Environment& environment);

// The places in it.
struct CachePaths {
  std::string root;
  std::string kernels() const { return root + "/kernels"; }
  std::string apt() const { return root + "/apt"; }
  std::string index() const { return root + "/apt/index.json"; }
  std::string update_attempt() const { return root + "/apt/attempt"; }
  std::string lock() const { return root + "/lock"; }
};

// The cache of this process's environment. Errors: as cache_root().
Expected<CachePaths> find_cache();

// Makes a folder and its parents. Errors: errno.
Expected<void> make_folder(const std::string& path);

// write_file_atomically, with the remedy of a cache. Errors: errno.
Expected<void> write_in_cache(const std::string& path, std::string_view bytes);

// Errors: there are less than 200 MB for package lists, a package and what it unpacks to. apt on a
// full disk tries again for minutes and then blames the network.
Expected<void> check_room(const CachePaths& paths);

// Removes the folder unless it has been renamed by then.
struct Scratch {
  std::string path;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

// A new empty folder in kernels/; its name starts with a dot, so that it is never taken for a
// kernel. Removes the ones that killed runs left: call with the lock held. Errors: errno.
Expected<std::string> make_scratch(const CachePaths& paths);

// What a command says that ends because its `stop` was set, with Exit::kInterrupted.
Error interrupted(const std::string& what);

// Keeps other runs from fetching at the same time; waits for them up to half an hour, which is
// told to `progress`. Errors: errno; the wait was in vain; `stop` was set.
Expected<Fd> lock_cache(const CachePaths& paths, const Progress& progress,
                        const std::atomic<bool>* stop = nullptr);

struct CachedKernel {
  Kernel kernel;
  std::string version;
  std::string suite;
};

// All that is whole in the cache, in order of series and preference. Never fails: what cannot be
// read is not there.
std::vector<CachedKernel> cached_kernels(const CachePaths& paths);

// The cached kernel to take for a series.
std::optional<CachedKernel> best_cached(const std::vector<CachedKernel>& cached,
                                        std::string_view series);

// Makes the files in `scratch` a cached kernel by writing its kernel.json and renaming the
// folder. Errors: errno.
Expected<CachedKernel> adopt(const CachePaths& paths, const std::string& scratch,
                             CachedKernel kernel);

// Seconds since the file was written; nothing where it is absent or from the future.
std::optional<double> file_age_s(const std::string& path);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_CACHE_H_
