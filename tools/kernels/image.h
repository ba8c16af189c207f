// What a kernel image file is, read from its headers alone.
#ifndef TRAMPCHECK_TOOLS_KERNELS_IMAGE_H_
#define TRAMPCHECK_TOOLS_KERNELS_IMAGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "results/base/expected.h"

namespace trampcheck {

enum class ImageFormat { kBzImage, kElf };

struct ImageInfo {
  ImageFormat format = ImageFormat::kBzImage;
  std::string release;            // "6.12.118+deb13-cloud-amd64"; empty where the image says none
  std::string banner;             // the whole version text, with builder and date; may be empty
  std::string protocol;           // boot protocol of a bzImage, "2.15"
  uint64_t size_bytes = 0;        // of the file
  uint64_t least_size_bytes = 0;  // what its own headers say that it must have
};

// "bzImage" or "ELF vmlinux".
const char* image_format_name(ImageFormat format);

// Looks at an x86-64 bzImage, or an ELF vmlinux with a PVH entry point (QEMU can boot no other).
// Errors: the file does not open, is a folder, is truncated, or is something else: says what.
Expected<ImageInfo> inspect_image(const std::string& path);

// The same for bytes in memory; `name` is for messages.
Expected<ImageInfo> inspect_image_bytes(std::string_view bytes, const std::string& name);

// The configuration that surely belongs to an image: config-RELEASE beside a distribution's
// vmlinuz-RELEASE, the .config of the kernel tree that TREE/vmlinux or TREE/arch/x86/boot/bzImage
// lies in. Any other .config nearby may be of something else.
std::optional<std::string> find_config(const std::string& image_path);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_IMAGE_H_
