#include "tools/kernels/unpack.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "tools/kernels/text.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

constexpr std::array<const char*, 3> kImages = {"./boot/vmlinuz-{}", "./usr/lib/modules/{}/vmlinuz",
                                                "./lib/modules/{}/vmlinuz"};
constexpr std::array<const char*, 4> kConfigs = {"./boot/config-{}", "./usr/lib/modules/{}/config",
                                                 "./lib/modules/{}/config",
                                                 "./usr/src/linux-headers-{}/.config"};

// Removes a file when it goes.
struct Removed {
  std::string path;
  ~Removed() { unlink(path.c_str()); }
};

// The last line, unless an earlier one says what dpkg-deb's last words leave out.
std::string reason(const std::string& err) {
  for (std::string_view line : split_lines(err)) {
    if (line.find("No space left") != std::string_view::npos) return std::string(line);
  }
  return last_line(err);
}

Expected<Finished> run(const std::vector<std::string>& argv, const std::string& stdout_path) {
  RunOptions options{.deadline_s = 300, .output_limit_bytes = 64 << 20};
  options.start.stdout_path = stdout_path;
  options.start.env = {"LC_ALL=C"};
  auto finished = run_process(argv, options);
  if (!finished) {
    Error error = finished.error();
    if (error.code == ENOENT) {
      error = Error{ENOENT, fmt::format("{} is missing, which unpacks Debian kernels", argv[0]),
                    fmt::format("apt-get install {}", argv[0] == "tar" ? "tar" : "dpkg")};
    }
    return error;
  }
  if (!finished->ok()) {
    std::string words = reason(finished->err);
    if (words.empty()) words = describe_end(*finished, options);
    return Error{0, fmt::format("cannot unpack a kernel: {}", words),
                 "look at the room on the disk"};
  }
  return finished;
}

// The first of the patterns, filled in with the release, that the archive has; or "".
template <size_t n>
std::string find_member(const std::vector<std::string_view>& members,
                        const std::array<const char*, n>& patterns, const std::string& release) {
  for (const char* pattern : patterns) {
    std::string path = fmt::format(fmt::runtime(pattern), release);
    if (std::find(members.begin(), members.end(), path) != members.end()) return path;
  }
  return "";
}

// Takes one member out. True where it was there and the target was not.
Expected<bool> extract(const std::string& archive, const std::string& member,
                       const std::string& target) {
  if (member.empty() || std::filesystem::exists(target)) return false;
  auto done = run({"tar", "-xf", archive, "--to-stdout", member}, target);
  if (!done) return done.error();
  return true;
}

}  // namespace

Expected<Unpacked> unpack_kernel(const std::string& package_path, const std::string& release,
                                 const std::string& folder) {
  Removed package{package_path};
  Removed archive{folder + "/data.tar"};
  if (auto done = run({"dpkg-deb", "--fsys-tarfile", package_path}, archive.path); !done) {
    return done.error();
  }
  auto listing = run({"tar", "-tf", archive.path}, "");
  if (!listing) return listing.error();
  auto members = split_lines(listing->out);
  auto image = extract(archive.path, find_member(members, kImages, release), folder + "/vmlinuz");
  if (!image) return image.error();
  auto config = extract(archive.path, find_member(members, kConfigs, release), folder + "/config");
  if (!config) return config.error();
  return Unpacked{*image, *config};
}

Expected<std::string> unpack_source(const std::string& folder, const std::string& series) {
  std::string package_path;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".deb") package_path = entry.path();
  }
  if (package_path.empty()) {
    return Error{ENOENT, fmt::format("apt-get left no source of {} in {}", series, folder)};
  }
  Removed package{package_path};
  Removed archive{folder + "/data.tar"};
  if (auto done = run({"dpkg-deb", "--fsys-tarfile", package_path}, archive.path); !done) {
    return done.error();
  }
  std::string source = folder + "/source.tar.xz";
  std::string member = fmt::format("./usr/src/linux-source-{}.tar.xz", series);
  auto extracted = extract(archive.path, member, source);
  if (!extracted) return extracted.error();
  return source;
}

}  // namespace trampcheck
