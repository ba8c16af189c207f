#include "tools/kernels/image.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "results/base/file.h"

namespace trampcheck {
namespace {

template <typename T>
void put(std::string& bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

// 2 setup sectors after the boot sector, 64 paragraphs of kernel: 1536 + 1024 bytes.
std::string bzimage() {
  std::string bytes(2560, '\0');
  put<uint8_t>(bytes, 0x1f1, 2);
  put<uint32_t>(bytes, 0x1f4, 64);
  put<uint16_t>(bytes, 0x1fe, 0xaa55);
  bytes.replace(0x202, 4, "HdrS");
  put<uint16_t>(bytes, 0x206, 0x020f);
  put<uint16_t>(bytes, 0x20e, 0x100);
  put<uint16_t>(bytes, 0x236, 0x7f);
  constexpr std::string_view kBanner = "6.12.1-test (me@here) #1 SMP";
  bytes.replace(0x300, kBanner.size(), kBanner);
  return bytes;
}

// One note segment at 256 that holds one note.
std::string vmlinux(uint32_t note_type) {
  std::string bytes(512, '\0');
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, "\177ELF\2\1\1", 7);
  header.e_type = ET_EXEC;
  header.e_machine = EM_X86_64;
  header.e_phoff = sizeof header;
  header.e_phnum = 1;
  put(bytes, 0, header);
  put(bytes, sizeof header, Elf64_Phdr{.p_type = PT_NOTE, .p_offset = 256, .p_filesz = 40});
  put(bytes, 256, Elf64_Nhdr{.n_namesz = 4, .n_descsz = 2, .n_type = 1});
  bytes.replace(268, 3, "GNU");
  put(bytes, 276, Elf64_Nhdr{.n_namesz = 4, .n_descsz = 4, .n_type = note_type});
  bytes.replace(288, 3, "Xen");
  bytes.replace(320, 50, "Linux version %s (x)\nLinux version 7.3.0-rc1 (x)\n");
  return bytes;
}

std::string why(std::string_view bytes) {
  auto info = inspect_image_bytes(bytes, "k");
  return info ? "accepted" : info.error().what;
}

TEST(InspectImage, ReadsABzImage) {
  auto info = inspect_image_bytes(bzimage(), "k");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->format, ImageFormat::kBzImage);
  EXPECT_EQ(info->release, "6.12.1-test");
  EXPECT_EQ(info->banner, "6.12.1-test (me@here) #1 SMP");
  EXPECT_EQ(info->protocol, "2.15");
  EXPECT_EQ(info->size_bytes, 2560u);
  EXPECT_EQ(info->least_size_bytes, 2560u);
}

TEST(InspectImage, TellsATruncatedBzImage) {
  std::string bytes = bzimage();
  EXPECT_EQ(why(bytes.substr(0, 2545)), "accepted");  // the last paragraph need not be full
  EXPECT_EQ(why(bytes.substr(0, 2544)),
            "k is truncated: its header says at least 2560 bytes, it has 2544");
  EXPECT_EQ(why(bytes.substr(0, 0x210)),
            "k is truncated: its header says at least 616 bytes, it has 528");
}

TEST(InspectImage, AcceptsASignatureBehindTheKernel) {
  EXPECT_EQ(why(bzimage() + std::string(1000, 's')), "accepted");
}

TEST(InspectImage, TellsOldAnd32BitBzImages) {
  std::string bytes = bzimage();
  put<uint16_t>(bytes, 0x236, 0x7e);
  EXPECT_EQ(why(bytes), "k is a bzImage for 32-bit x86");
  put<uint16_t>(bytes, 0x206, 0x020b);
  EXPECT_EQ(why(bytes), "k is a bzImage of boot protocol 2.11, from before Linux 3.8");
}

TEST(InspectImage, BearsAWildVersionPointer) {
  std::string bytes = bzimage();
  put<uint16_t>(bytes, 0x20e, 0xffff);
  auto info = inspect_image_bytes(bytes, "k");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->release, "");
}

TEST(InspectImage, ReadsAVmlinuxWithPvh) {
  auto info = inspect_image_bytes(vmlinux(18), "k");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->format, ImageFormat::kElf);
  EXPECT_EQ(info->release, "7.3.0-rc1");
  EXPECT_EQ(why(vmlinux(17)), "k is an x86-64 ELF file without a PVH entry point");
  EXPECT_EQ(why(vmlinux(18).substr(0, 290)),
            "k is truncated: its header says at least 296 bytes, it has 290");
}

TEST(InspectImage, NamesWhatIsNoX8664Kernel) {
  std::string arm(64, '\0');
  arm.replace(56, 4, "ARM\x64");
  EXPECT_EQ(why(arm), "k is an arm64 Image");
  std::string elf = vmlinux(18);
  put<uint16_t>(elf, 18, EM_AARCH64);
  EXPECT_EQ(why(elf), "k is ELF for arm64");
  put<uint16_t>(elf, 18, EM_X86_64);
  put<uint16_t>(elf, 16, ET_REL);
  EXPECT_EQ(why(elf), "k is an ELF object file, not a linked kernel");
  EXPECT_EQ(why("!<arch>\ndebian-binary"), "k is an ar archive or a Debian package");
  EXPECT_EQ(why("\x1f\x8b\x08"), "k is a gzip file");
  EXPECT_EQ(why("#!/bin/sh\n"), "k is not a kernel");
  EXPECT_EQ(why(""), "k is an empty file");
}

TEST(InspectImage, SaysWhatIsWrongWithThePath) {
  std::string folder = std::getenv("TEST_TMPDIR");
  auto missing = inspect_image(folder + "/none");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ENOENT);
  EXPECT_EQ(missing.error().what,
            "cannot open the kernel " + folder + "/none: No such file or directory");
  auto directory = inspect_image(folder);
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().what, folder + " is a folder");
  ASSERT_TRUE(write_file_atomically(folder + "/bzImage", bzimage()));
  EXPECT_TRUE(inspect_image(folder + "/bzImage"));
  EXPECT_EQ(inspect_image("/dev/null").error().what, "/dev/null is not a regular file");
}

TEST(FindConfig, TakesOnlyTheOneOfTheImage) {
  const std::string tree = std::string(std::getenv("TEST_TMPDIR")) + "/tree";
  const std::string boot = tree + "/arch/x86/boot";
  std::filesystem::create_directories(boot);
  for (const std::string& path : {tree + "/.config", boot + "/.config", tree + "/config-6.1"}) {
    ASSERT_TRUE(write_file_atomically(path, "CONFIG_HZ=250\n"));
  }
  EXPECT_EQ(find_config(boot + "/bzImage"), tree + "/.config");
  EXPECT_EQ(find_config(tree + "/vmlinux"), tree + "/.config");
  EXPECT_EQ(find_config(tree + "/vmlinuz-6.1"), tree + "/config-6.1");
  EXPECT_FALSE(find_config(tree + "/vmlinuz-6.2"));
  EXPECT_FALSE(find_config(tree + "/bzImage"));
  EXPECT_FALSE(find_config(boot + "/image"));
  EXPECT_FALSE(find_config(tree + "/a/b/c/bzImage"));
}

}  // namespace
}  // namespace trampcheck
