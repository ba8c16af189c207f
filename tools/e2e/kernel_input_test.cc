// Kernels that are none, kernels there are not, and no QEMU to boot one with.
#include <filesystem>

#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

class KernelInput : public Refusal {
 protected:
  void refuse_kernel(const std::string& kernel, int status, const std::vector<std::string>& words) {
    refuse({"vm", "--kernel", kernel, "--accel", "tcg", "-o", "f.json", "--", "probe"}, status,
           words);
    refuse({"kernels", "show", kernel}, status, words);
  }
};

TEST_F(KernelInput, PathsWithoutAKernel) {
  refuse_kernel("./missing", 4, {"./missing", "No such file"});
  refuse_kernel(folder_, 4, {folder_ + " is a folder", "arch/x86/boot/bzImage"});
  make("text", "root=/dev/sda quiet\n");
  refuse_kernel("./text", 4, {"./text is not a kernel", "give an x86-64 bzImage"});
  make("empty", "");
  refuse_kernel("./empty", 4, {"./empty is an empty file", "give an x86-64 bzImage"});
  refuse_kernel("/dev/null", 4, {"/dev/null is not a regular file", "give an x86-64 bzImage"});
}

TEST_F(KernelInput, AMissingPathComesWithARemedy) {
  refuse({"vm", "--kernel", "./missing", "--", "probe"}, 4,
         {"./missing", "No such file", "trampcheck kernels list"});
}

TEST_F(KernelInput, TruncatedImages) {
  make("head", synthetic_bzimage().substr(0, 0x210));
  refuse_kernel("./head", 4, {"./head is truncated", "528"});
  make("half", synthetic_bzimage().substr(0, 2000));
  refuse_kernel("./half", 4, {"./half is truncated", "at least 2560 bytes, it has 2000"});
}

TEST_F(KernelInput, TruncatedRealKernel) {
  auto kernel = cached_kernel("6.12");
  if (!kernel) GTEST_SKIP() << "no kernel 6.12 is cached";
  auto image = read_file(kernel->image_path);
  ASSERT_TRUE(image);
  make("cut", std::string_view(*image).substr(0, image->size() - 100'000));
  refuse_kernel("./cut", 4, {"./cut is truncated"});
}

TEST_F(KernelInput, OtherArchitectures) {
  make("Image", synthetic_arm64_image());
  refuse_kernel("./Image", 4, {"./Image is an arm64 Image", "x86-64 bzImage"});
  std::string old = synthetic_bzimage();
  old[0x236] = 0x7e;
  make("i386", old);
  refuse_kernel("./i386", 4, {"./i386 is a bzImage for 32-bit x86", "x86-64 bzImage"});
}

TEST_F(KernelInput, NamesThatAreNoSeries) {
  refuse_kernel("nosuch", 2, {"\"nosuch\" is neither a file nor a kernel series", "6.12"});
  refuse_kernel("", 2, {"neither a file nor a kernel series", "6.12"});
  refuse({"kernels", "show", "9.99"}, 4, {"no kernel 9.99 is cached", "kernels fetch 9.99"});
  refuse({"kernels", "fetch"}, 2, {"no series named", "trampcheck kernels list"});
}

TEST_F(KernelInput, UnknownSeriesNamesThoseThereAre) {
  Ran ran = run_trampcheck({"vm", "--kernel", "9.99", "--", "probe"}, folder_, /*deadline_s=*/120);
  EXPECT_EQ(ran.status(), 4);
  EXPECT_TRUE(is_one_line(ran.err(), {}));
  EXPECT_EQ(ran.out(), "");
  EXPECT_EQ(ran.processes_left, 0);
  if (ran.err().find("no Debian kernel 9.99") == std::string::npos) {
    GTEST_SKIP() << "no lists of kernels in reach: " << ran.err();
  }
  EXPECT_TRUE(is_one_line(ran.err(), {"there are", "6.12"}));
}

TEST_F(KernelInput, NoQemu) {
  make("bzImage", synthetic_bzimage());
  refuse({"vm", "--kernel", "./bzImage", "--accel", "tcg", "-o", "f.json", "--", "run", "attach"},
         4, {"bzImage", "qemu-system-x86_64 is not on PATH", "apt-get install qemu-system-x86"},
         {"PATH=/nonexistent"});
}

}  // namespace
}  // namespace trampcheck
