// Kernels that are none, kernels there are not, and no QEMU to boot one with.
#include <algorithm>
#include <filesystem>

#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

class KernelInput : public Refusal {
 protected:
  void refuse_kernel(const std::string& kernel, int status, const std::vector<std::string>& words) {
    refuse({"vm", "--kernel", kernel, "--accel", "tcg", "-o", "f.json", "--", "select"}, status,
           words);
    refuse({"kernels", "show", kernel}, status, words, {no_cache_});
  }

  // An empty cache, so that what this machine has fetched makes no difference.
  const std::string no_cache_ = "TRAMPCHECK_CACHE=" + folder_ + "-cache";
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
  refuse({"kernels", "show", "9.99"}, 4, {"no kernel 9.99 is cached", "kernels fetch 9.99"},
         {no_cache_});
  make("file", "");
  refuse({"kernels", "show"}, 4, {"cannot read", "file/kernels", "TRAMPCHECK_CACHE"},
         {"TRAMPCHECK_CACHE=" + folder_ + "/file"});
  refuse({"kernels", "fetch"}, 2, {"no series named", "trampcheck kernels list"});
}

TEST_F(KernelInput, VariantsThatCannotBeBuilt) {
  refuse({"kernels", "build"}, 2, {"no series named", "7.3"}, {no_cache_});
  refuse({"kernels", "build", "7.3", "--variant", "fast"}, 2,
         {"there is no variant 'fast'", "base, poke, poke_batch, poke_batch_ipi"}, {no_cache_});
  refuse({"kernels", "build", "7.3", "--variant", "base,fast"}, 2, {"there is no variant 'fast'"},
         {no_cache_});
  refuse({"kernels", "build", "7.3-poke"}, 2, {"\"7.3-poke\" is no kernel series", "7.3"},
         {no_cache_});
  refuse({"kernels", "build", "4.19"}, 4, {"base has no patch for 4.19", "5.10, 6.1, 6.12"},
         {no_cache_});
  refuse({"kernels", "build", "6.16", "--variant", "poke_batch"}, 4,
         {"poke_batch has no patch for 6.16", "7.2 and 7.3"}, {no_cache_});
  refuse({"kernels", "build", "7.3"}, 4,
         {"missing to build a kernel: make, gcc", "apt-get install make gcc"},
         {no_cache_, "PATH=" + folder_});
  refuse({"vm", "--kernel", "7.3-poke", "--", "probe"}, 4,
         {"7.3-poke has not been built", "kernels build 7.3 --variant poke"}, {no_cache_});
}

// What `kernels list` and `show` used to pass over.
TEST_F(KernelInput, VariantsThatCannotBeTaken) {
  const std::string built = folder_ + "/cache/built/7.3-poke";
  const std::vector<std::string> cache = {"TRAMPCHECK_CACHE=" + folder_ + "/cache"};
  std::filesystem::create_directories(built);
  refuse({"vm", "--kernel", "7.3-poke", "--", "probe"}, 4, {"7.3-poke has not been built"}, cache);
  Ran none = run_trampcheck({"kernels", "show"}, folder_, /*deadline_s=*/60, cache);
  EXPECT_EQ(none.status(), 0) << none.err();
  EXPECT_TRUE(is_one_line(none.err(), {"no kernel is cached", "trampcheck kernels fetch 7.3"}));
  std::filesystem::create_directories(built + "/7.3.1_aaaaaaaaaaaa");
  refuse({"kernels", "show"}, 4,
         {"7.3-poke was built with other patches or options",
          "trampcheck kernels build 7.3 --variant poke"},
         cache);
}

// Of several kernels each says so for itself, and the index keeps what each lacked.
TEST_F(KernelInput, NoMirror) {
  const std::vector<std::string> nowhere = {no_cache_, "http_proxy=http://127.0.0.1:1",
                                            "https_proxy=http://127.0.0.1:1"};
  refuse({"vm", "--kernel", "6.12", "--", "probe"}, 4,
         {"the Debian mirror is out of reach", "look at the network, the proxy and apt's sources"},
         nowhere);
  Ran ran = run_trampcheck({"vm", "--kernel", "6.12,7.3", "-o", "out", "--", "run", "attach"},
                           folder_, /*deadline_s=*/120, nowhere);
  EXPECT_EQ(ran.status(), 4);
  EXPECT_EQ(std::count(ran.err().begin(), ran.err().end(), '\n'), 2) << ran.err();
  EXPECT_NE(ran.err().find("the Debian mirror is out of reach"), std::string::npos) << ran.err();
  EXPECT_EQ(files_in(folder_), (std::vector<std::string>{"out", "out/index.json"}));
}

TEST_F(KernelInput, NoQemu) {
  make("bzImage", synthetic_bzimage());
  refuse({"vm", "--kernel", "./bzImage", "--accel", "tcg", "-o", "f.json", "--", "run", "attach"},
         4, {"bzImage", "qemu-system-x86_64 is not on PATH", "apt-get install qemu-system-x86"},
         {"PATH=/nonexistent"});
}

}  // namespace
}  // namespace trampcheck
