#include "tools/vm/kernel_test_main.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace trampcheck {
namespace {

std::string kernels_folder() {
  if (const char* folder = std::getenv("TRAMPCHECK_KERNELS_DIR")) return folder;
  if (const char* cache = std::getenv("TRAMPCHECK_CACHE")) return std::string(cache) + "/kernels";
  if (const char* home = std::getenv("HOME")) {
    return std::string(home) + "/.cache/trampcheck/kernels";
  }
  return "";
}

}  // namespace

std::vector<TestKernel> test_kernels() {
  std::vector<TestKernel> kernels;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(kernels_folder(), none)) {
    std::filesystem::path image = entry.path() / "vmlinuz";
    if (!std::filesystem::exists(image, none)) continue;
    kernels.push_back({entry.path().filename().string(), image.string()});
  }
  std::sort(kernels.begin(), kernels.end(),
            [](const TestKernel& a, const TestKernel& b) { return a.name < b.name; });
  return kernels;
}

}  // namespace trampcheck

int main(int argc, char** argv) {
  if (trampcheck::is_guest_init()) trampcheck::guest_run(trampcheck::kernel_test_guest());
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
