#include "tools/kernels/image.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "results/base/file.h"

namespace trampcheck {
namespace {

// Offsets in the x86 setup header (Documentation/arch/x86/boot.rst in the kernel).
constexpr size_t kSetupSects = 0x1f1;
constexpr size_t kSysSize = 0x1f4;
constexpr size_t kHeaderMagic = 0x202;
constexpr size_t kProtocol = 0x206;
constexpr size_t kVersionPointer = 0x20e;
constexpr size_t kXLoadFlags = 0x236;
constexpr size_t kSetupHeaderEnd = 0x268;
constexpr uint16_t kXlfKernel64 = 1;

// Reads a little-endian integer; past the end it is 0, which no check below takes for good.
template <typename T>
T read_at(std::string_view bytes, uint64_t offset) {
  T value{};
  if (offset <= bytes.size() && bytes.size() - offset >= sizeof(T)) {
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
  }
  return value;
}

bool has_at(std::string_view bytes, size_t offset, std::string_view magic) {
  return bytes.size() >= offset && bytes.substr(offset).starts_with(magic);
}

const char* machine_name(uint16_t machine) {
  switch (machine) {
    case EM_386:
      return "32-bit x86";
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "arm64";
    case EM_ARM:
      return "arm";
    case EM_RISCV:
      return "riscv";
    case EM_S390:
      return "s390";
    case EM_PPC64:
      return "powerpc64";
    case EM_BPF:
      return "BPF";
    default:
      return "an unknown machine";
  }
}

// Names what people hand in by mistake.
std::string what_it_is(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.empty()) return "an empty file";
  if (has_at(bytes, 56, "ARMd")) return "an arm64 Image";
  if (has_at(bytes, 56, "RSC\x05")) return "a riscv Image";
  if (has_at(bytes, 4, "zimg")) return "an EFI zboot image (not x86-64)";
  if (has_at(bytes, 0, "\177ELF")) {
    return fmt::format("ELF for {}", machine_name(read_at<uint16_t>(bytes, 18)));
  }
  if (has_at(bytes, 0, "\x1f\x8b")) return "a gzip file";
  if (has_at(bytes, 0,
             "\xfd"
             "7zXZ"))
    return "an xz file";
  if (has_at(bytes, 0, "\x28\xb5\x2f\xfd")) return "a zstd file";
  if (has_at(bytes, 0, "!<arch>\n")) return "an ar archive or a Debian package";
  if (has_at(bytes, 0, "070701")) return "an initramfs";
  if (has_at(bytes, 0, "MZ")) return "an EFI program that is no Linux kernel";
  return "not a kernel";
}

Error not_bootable(const std::string& name, const std::string& why) {
  return Error{0, fmt::format("{} is {}", name, why), "give an x86-64 bzImage or vmlinux"};
}

Error truncated(const std::string& name, uint64_t least, uint64_t have) {
  return Error{0,
               fmt::format("{} is truncated: its header says at least {} bytes, it has {}", name,
                           least, have),
               "copy or fetch it again"};
}

std::string first_word(std::string_view text) {
  return std::string(text.substr(0, text.find_first_of(" \n")));
}

Expected<ImageInfo> inspect_bzimage(std::string_view bytes, const std::string& name) {
  ImageInfo info{.format = ImageFormat::kBzImage, .size_bytes = bytes.size()};
  if (bytes.size() < kSetupHeaderEnd) return truncated(name, kSetupHeaderEnd, bytes.size());
  uint16_t protocol = read_at<uint16_t>(bytes, kProtocol);
  info.protocol = fmt::format("{}.{:02}", protocol >> 8, protocol & 0xff);
  // xloadflags came with protocol 2.12 (Linux 3.8); older images cannot tell, and none of them
  // has BPF trampolines.
  if (protocol < 0x020c) {
    return not_bootable(
        name, fmt::format("a bzImage of boot protocol {}, from before Linux 3.8", info.protocol));
  }
  if (!(read_at<uint16_t>(bytes, kXLoadFlags) & kXlfKernel64)) {
    return not_bootable(name, "a bzImage for 32-bit x86");
  }
  uint64_t setup_sects = read_at<uint8_t>(bytes, kSetupSects);
  if (setup_sects == 0) setup_sects = 4;  // the header's own rule for old images
  uint64_t paragraphs = read_at<uint32_t>(bytes, kSysSize);
  info.least_size_bytes = (setup_sects + 1) * 512 + paragraphs * 16;
  // The size is rounded up to 16 bytes, the file need not be.
  if (bytes.size() + 15 < info.least_size_bytes) {
    return truncated(name, info.least_size_bytes, bytes.size());
  }
  if (uint16_t pointer = read_at<uint16_t>(bytes, kVersionPointer); pointer != 0) {
    std::string_view text = bytes.substr(std::min<size_t>(pointer + 0x200, bytes.size()), 512);
    info.banner = std::string(text.substr(0, text.find('\0')));
    info.release = first_word(info.banner);
  }
  return info;
}

// Whether a note segment holds XEN_ELFNOTE_PHYS32_ENTRY: the PVH entry point.
bool has_pvh_note(std::string_view notes) {
  constexpr uint32_t kPhys32Entry = 18;
  auto padded = [](uint64_t size) { return (size + 3) & ~uint64_t{3}; };
  while (notes.size() >= sizeof(Elf64_Nhdr)) {
    auto header = read_at<Elf64_Nhdr>(notes, 0);
    std::string_view name = notes.substr(sizeof header);
    if (header.n_type == kPhys32Entry && header.n_namesz == 4 && name.starts_with("Xen")) {
      return true;
    }
    uint64_t step = sizeof header + padded(header.n_namesz) + padded(header.n_descsz);
    if (step > notes.size()) return false;
    notes.remove_prefix(step);
  }
  return false;
}

std::string find_banner(std::string_view bytes) {
  constexpr std::string_view kStart = "Linux version ";
  // The format string "Linux version %s ..." comes first in some kernels: a digit must follow.
  for (size_t at = 0; (at = bytes.find(kStart, at)) != std::string_view::npos; ++at) {
    std::string_view rest = bytes.substr(at + kStart.size(), 512);
    if (rest.empty() || rest[0] < '0' || rest[0] > '9') continue;
    return std::string(rest.substr(0, rest.find_first_of(std::string_view("\n\0", 2))));
  }
  return "";
}

Expected<ImageInfo> inspect_elf(std::string_view bytes, const std::string& name) {
  ImageInfo info{.format = ImageFormat::kElf, .size_bytes = bytes.size()};
  auto header = read_at<Elf64_Ehdr>(bytes, 0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    return not_bootable(name, what_it_is(bytes));
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) {
    return not_bootable(name, "an ELF object file, not a linked kernel");
  }
  bool pvh = false;
  info.least_size_bytes = header.e_phoff + uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    auto segment = read_at<Elf64_Phdr>(bytes, header.e_phoff + i * sizeof(Elf64_Phdr));
    info.least_size_bytes = std::max(info.least_size_bytes, segment.p_offset + segment.p_filesz);
    if (segment.p_type == PT_NOTE && segment.p_offset < bytes.size()) {
      pvh = pvh || has_pvh_note(bytes.substr(segment.p_offset, segment.p_filesz));
    }
  }
  if (bytes.size() < info.least_size_bytes) {
    return truncated(name, info.least_size_bytes, bytes.size());
  }
  if (!pvh) {
    return Error{0, fmt::format("{} is an x86-64 ELF file without a PVH entry point", name),
                 "QEMU boots a vmlinux only if it was built with CONFIG_PVH=y; give the bzImage"};
  }
  info.banner = find_banner(bytes);
  info.release = first_word(info.banner);
  return info;
}

// A file's bytes, mapped: a vmlinux with debug information is too large to read whole.
class Mapping {
 public:
  Mapping(const Fd& fd, size_t size)
      : size_(size), at_(mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.get(), 0)) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (valid()) munmap(at_, size_);
  }
  bool valid() const { return at_ != MAP_FAILED; }
  std::string_view bytes() const { return {static_cast<const char*>(at_), size_}; }

 private:
  size_t size_;
  void* at_;
};

}  // namespace

const char* image_format_name(ImageFormat format) {
  return format == ImageFormat::kBzImage ? "bzImage" : "ELF vmlinux";
}

Expected<ImageInfo> inspect_image_bytes(std::string_view bytes, const std::string& name) {
  if (has_at(bytes, kHeaderMagic, "HdrS")) return inspect_bzimage(bytes, name);
  if (has_at(bytes, 0, "\177ELF")) return inspect_elf(bytes, name);
  return not_bootable(name, what_it_is(bytes));
}

Expected<ImageInfo> inspect_image(const std::string& path) {
  Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot open the kernel {}", path));
  struct stat status {};
  if (fstat(fd.get(), &status) != 0) return errno_error(errno, fmt::format("cannot read {}", path));
  if (S_ISDIR(status.st_mode)) {
    return Error{EISDIR, fmt::format("{} is a folder", path),
                 "give the image in it, in a kernel tree arch/x86/boot/bzImage"};
  }
  if (!S_ISREG(status.st_mode)) return not_bootable(path, "not a regular file");
  if (status.st_size == 0) return not_bootable(path, what_it_is(""));
  Mapping mapping(fd, static_cast<size_t>(status.st_size));
  if (!mapping.valid()) return errno_error(errno, fmt::format("cannot read {}", path));
  return inspect_image_bytes(mapping.bytes(), path);
}

std::optional<std::string> find_config(const std::string& image_path) {
  const std::filesystem::path path(image_path);
  const std::filesystem::path folder = path.parent_path();
  const std::string name = path.filename();
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).lexically_normal();
  std::filesystem::path place;
  if (name.starts_with("vmlinuz")) {
    place = folder / ("config" + name.substr(7));
  } else if (name == "vmlinux") {
    place = folder / ".config";
  } else if (whole.ends_with("/arch/x86/boot/bzImage")) {
    place = folder / "../../../.config";
  }
  if (place.empty() || !std::filesystem::is_regular_file(place, error)) return std::nullopt;
  return place.lexically_normal();
}

}  // namespace trampcheck
