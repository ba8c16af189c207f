#include "tools/kernels/fetch.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "tools/kernels/image.h"
#include "tools/kernels/unpack.h"

namespace trampcheck {
namespace {

// The configuration of the older two-part kernels is only among the headers, which is fine while
// they are small.
constexpr uint64_t kHeadersLimitBytes = 15'000'000;

struct Found {
  std::string image_package;  // NAME_VERSION of the package that held the image
  bool config = false;
};

// apt names the file NAME_VERSION_ARCH.deb and escapes some signs of the version, so look for
// what it starts with.
std::string package_file(const std::string& folder, const std::string& name) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(name + "_")) return entry.path();
  }
  return "";
}

Expected<void> take(const Apt& apt, const std::vector<Package>& packages,
                    const Candidate& candidate, const std::string& folder, Found& found,
                    const Progress& progress) {
  if (packages.empty()) return {};
  if (auto done = apt.download(packages, folder, progress); !done) return done.error();
  for (const Package& package : packages) {
    if (progress) progress(fmt::format("unpacking {}", package.name));
    std::string path = package_file(folder, package.name);
    if (path.empty()) return Error{0, fmt::format("apt-get did not leave {}", package.name)};
    auto unpacked = unpack_kernel(path, candidate.release, folder);
    if (!unpacked) return unpacked.error();
    if (unpacked->image) found.image_package = package.name + "_" + package.version;
    found.config = found.config || unpacked->config;
  }
  return {};
}

}  // namespace

Expected<CachedKernel> fetch_candidate(const CachePaths& paths, const Apt& apt,
                                       const Candidate& candidate, const Progress& progress) {
  if (auto room = check_room(paths); !room) return room.error();
  auto folder = make_scratch(paths);
  if (!folder) return folder.error();
  Scratch scratch{*folder};
  std::vector<Package> first;
  std::vector<Package> headers;
  for (const Package& package : candidate.packages) {
    bool is_headers = package.name.starts_with("linux-headers-");
    if (!is_headers) first.push_back(package);
    if (is_headers && package.size_bytes < kHeadersLimitBytes) headers.push_back(package);
  }
  Found found;
  if (auto done = take(apt, first, candidate, *folder, found, progress); !done) {
    return done.error();
  }
  if (found.image_package.empty()) {
    return Error{0, fmt::format("the packages of {} hold no kernel image", candidate.release),
                 "give a kernel image by its path"};
  }
  // A kernel without its configuration is still a kernel.
  if (!found.config) {
    auto done = take(apt, headers, candidate, *folder, found, progress);
    if (!done && progress) progress(fmt::format("no configuration: {}", done.error().what));
  }
  auto info = inspect_image(*folder + "/vmlinuz");
  if (!info) return info.error();
  CachedKernel kernel{.version = candidate.version, .suite = candidate.suite};
  kernel.kernel.series = candidate.series;
  kernel.kernel.release = candidate.release;
  kernel.kernel.package = found.image_package;
  return adopt(paths, *folder, std::move(kernel));
}

}  // namespace trampcheck
