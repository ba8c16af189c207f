// The initramfs: a cpio archive in the "newc" format (Documentation/driver-api/early-userspace/
// buffer-format.rst in the kernel), written in memory.
#ifndef TRAMPCHECK_TOOLS_VM_CPIO_H_
#define TRAMPCHECK_TOOLS_VM_CPIO_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace trampcheck {

// Collects entries; finish() hands out the archive. Paths are given as in the guest ("/init" or
// "init"); missing parent folders are made. Owner is root, times are 0, inodes count up from 1: the
// same entries give the same bytes.
class CpioWriter {
 public:
  void folder(std::string_view path, uint32_t permissions = 0755);
  void file(std::string_view path, std::string_view content, uint32_t permissions = 0644);
  void symlink(std::string_view path, std::string_view target);
  void char_device(std::string_view path, uint32_t major, uint32_t minor,
                   uint32_t permissions = 0600);

  // Ends the archive and hands it over; the writer is empty afterwards.
  std::string finish();

 private:
  void parents(const std::string& path);
  void entry(const std::string& path, uint32_t mode, std::string_view content, uint32_t major,
             uint32_t minor);

  std::string bytes_;
  std::set<std::string> folders_;
  uint32_t inode_ = 0;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_CPIO_H_
