// `trampcheck kernels build`: a small kernel from a distribution's source and a variant's patches.
#ifndef TRAMPCHECK_TOOLS_KERNELS_BUILD_BUILD_H_
#define TRAMPCHECK_TOOLS_KERNELS_BUILD_BUILD_H_

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"
#include "tools/kernels/build/variants.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/kernels.h"

namespace trampcheck {

// Builds `variant` of a series, or takes it from the cache where the same source, configuration
// and patches were built before. An interrupted build goes on where it was. Errors: no source in
// reach; tools are missing (all of them are named, with their packages); a patch does not apply; a
// build fails (its first error, and where its log is); no room; `stop` was set (kInterrupted).
Expected<Kernel> build_kernel(const CachePaths& paths, const std::string& series,
                              const std::string& variant, const Progress& progress,
                              const std::atomic<bool>* stop);

// The kernel "7.3-poke" that was built last, by this trampcheck's patches and options. Errors: none
// was built, or only by others; what was built is damaged.
Expected<Kernel> built_kernel(const CachePaths& paths, const VariantName& name);

// All that was built, by series and variant. What is there but cannot be booted as what its name
// says (damaged, or made by other patches) goes to `unfit`, with the command that makes it anew.
std::vector<Kernel> list_built(const CachePaths& paths, std::vector<Error>* unfit = nullptr);

// What is done to a source, as a hexadecimal digest: options, patches, and how make is called. It
// stands in the name of a kernel's package, and so in every result.
std::string build_recipe(const std::string& variant, const std::vector<Patch>& patches);

// Reads the output of make line by line for what went wrong.
class MakeErrors {
 public:
  void line(std::string_view line);
  // The first error; where there was none, the last line.
  std::string why() const { return error_.empty() ? last_ : error_; }

 private:
  std::string error_;
  std::string last_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_BUILD_BUILD_H_
