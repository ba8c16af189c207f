#include "tools/vm/cpio.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <iterator>
#include <utility>

namespace trampcheck {
namespace {

// The kernel's unpacker wants relative names.
std::string relative(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  while (path.ends_with('/')) path.remove_suffix(1);
  return std::string(path);
}

// Names and contents both end on a multiple of four, counted from the archive's start.
void pad(std::string& bytes) { bytes.resize((bytes.size() + 3) / 4 * 4, '\0'); }

}  // namespace

void CpioWriter::entry(const std::string& path, uint32_t mode, std::string_view content,
                       uint32_t major, uint32_t minor) {
  constexpr uint32_t kZero = 0;
  uint32_t links = S_ISDIR(mode) ? 2 : 1;
  // ino mode uid gid nlink mtime filesize devmajor devminor rdevmajor rdevminor namesize check
  fmt::format_to(std::back_inserter(bytes_),
                 "070701{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}{:08x}"
                 "{:08x}",
                 ++inode_, mode, kZero, kZero, links, kZero, content.size(), kZero, kZero, major,
                 minor, path.size() + 1, kZero);
  bytes_.append(path).push_back('\0');
  pad(bytes_);
  bytes_.append(content);
  pad(bytes_);
}

void CpioWriter::parents(const std::string& path) {
  for (size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    folder(path.substr(0, slash));
  }
}

void CpioWriter::folder(std::string_view path, uint32_t permissions) {
  std::string name = relative(path);
  if (name.empty() || folders_.contains(name)) return;
  parents(name);
  folders_.insert(name);
  entry(name, S_IFDIR | permissions, "", 0, 0);
}

void CpioWriter::file(std::string_view path, std::string_view content, uint32_t permissions) {
  std::string name = relative(path);
  parents(name);
  entry(name, S_IFREG | permissions, content, 0, 0);
}

void CpioWriter::symlink(std::string_view path, std::string_view target) {
  std::string name = relative(path);
  parents(name);
  entry(name, S_IFLNK | 0777, target, 0, 0);
}

void CpioWriter::char_device(std::string_view path, uint32_t major, uint32_t minor,
                             uint32_t permissions) {
  std::string name = relative(path);
  parents(name);
  entry(name, S_IFCHR | permissions, "", major, minor);
}

std::string CpioWriter::finish() {
  entry("TRAILER!!!", 0, "", 0, 0);
  folders_.clear();
  inode_ = 0;
  return std::exchange(bytes_, {});
}

}  // namespace trampcheck
