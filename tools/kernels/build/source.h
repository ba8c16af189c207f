// A distribution's kernel source, unpacked in the cache and patched there.
#ifndef TRAMPCHECK_TOOLS_KERNELS_BUILD_SOURCE_H_
#define TRAMPCHECK_TOOLS_KERNELS_BUILD_SOURCE_H_

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "tools/kernels/build/variants.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/packages.h"

namespace trampcheck {

struct SourceTree {
  std::string folder;   // where the Makefile is
  std::string version;  // of the package: "7.3.4-1~bpo13+1"
};

// Where the tree of one package version is, or will be.
SourceTree source_tree(const CachePaths& paths, const Package& package);

// The newest tree of a series that is unpacked; nothing where there is none.
std::optional<SourceTree> unpacked_tree(const CachePaths& paths, const std::string& series);

// Fetches and unpacks the package unless its tree is there; call with the cache locked. Errors:
// those of Apt::download; no room; dpkg-deb or tar fails. Nothing is left of half a tree.
Expected<SourceTree> fetch_tree(const CachePaths& paths, const Package& package,
                                const Progress& progress, const std::atomic<bool>* stop = nullptr);

// Makes the tree hold its own files with these patches applied, whatever was applied before. A
// file that does not change is not touched, so that make builds only what must be. Patches are
// tried on copies first: where one does not apply the tree stays as it was. Errors: a patch does
// not apply (which, and which hunk of which file); patch is missing; errno.
Expected<void> set_patches(const SourceTree& tree, const std::vector<Patch>& patches,
                           const std::string& series);

// Whether these patches apply to the tree as it came; works in a folder of its own below `scratch`
// and changes nothing of the tree. Errors: as set_patches().
Expected<void> try_patches(const SourceTree& tree, const std::vector<Patch>& patches,
                           const std::string& series, const std::string& scratch);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_BUILD_SOURCE_H_
