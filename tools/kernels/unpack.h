// Takes a kernel image and its configuration out of Debian packages.
#ifndef TRAMPCHECK_TOOLS_KERNELS_UNPACK_H_
#define TRAMPCHECK_TOOLS_KERNELS_UNPACK_H_

#include <string>

#include "results/base/expected.h"

namespace trampcheck {

// What one package had of what was looked for.
struct Unpacked {
  bool image = false;
  bool config = false;
};

// Looks in `package_path` for the kernel and the configuration of `release`, wherever Debian has
// put them over the years, and writes them to `folder`/vmlinuz and `folder`/config; leaves what
// is there already. Removes the package. Errors: dpkg-deb or tar is missing or fails, in its last
// words.
Expected<Unpacked> unpack_kernel(const std::string& package_path, const std::string& release,
                                 const std::string& folder);

// Takes the archive with a kernel's source out of the only package in `folder`, removes the package
// and says where the archive is. Errors: as above; there is none.
Expected<std::string> unpack_source(const std::string& folder, const std::string& series);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_UNPACK_H_
