// What tests that boot kernels share: main(), and where kernels lie.
#ifndef TRAMPCHECK_TOOLS_VM_KERNEL_TEST_MAIN_H_
#define TRAMPCHECK_TOOLS_VM_KERNEL_TEST_MAIN_H_

#include <string>
#include <vector>

#include "tools/vm/guest.h"

namespace trampcheck {

// What the test's binary does as /init of a guest. Every kernel test defines it.
GuestMain kernel_test_guest();

struct TestKernel {
  std::string name;   // the folder's name: <package>_<version>
  std::string image;  // path
};

// Kernels in $TRAMPCHECK_KERNELS_DIR, else in the fetcher's cache ($TRAMPCHECK_CACHE, else
// ~/.cache/trampcheck, folder "kernels"): one folder a kernel, the image in it named vmlinuz.
// Sorted by name. Empty where there are none; say so with kNoKernels.
std::vector<TestKernel> test_kernels();

inline constexpr const char* kNoKernels =
    "no kernel to boot: fetch one with 'trampcheck kernels fetch 6.12' or name a folder in "
    "TRAMPCHECK_KERNELS_DIR (bazel test --test_env=TRAMPCHECK_KERNELS_DIR=...)";

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_KERNEL_TEST_MAIN_H_
