#include "tools/kernels/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "tools/kernels/image.h"
#include "tools/kernels/packages.h"
#include "tools/kernels/text.h"

namespace trampcheck {
namespace {

constexpr const char* kRemedy = "make room or name another folder in TRAMPCHECK_CACHE";
constexpr std::string_view kScratchPrefix = ".new.";

std::optional<CachedKernel> read_cached(const std::string& folder) {
  auto text = read_file(folder + "/kernel.json", 1 << 20);
  if (!text) return std::nullopt;
  auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  CachedKernel cached;
  for (auto [key, field] : {std::pair{"series", &cached.kernel.series},
                            {"release", &cached.kernel.release},
                            {"package", &cached.kernel.package},
                            {"version", &cached.version},
                            {"suite", &cached.suite}}) {
    if (!json.contains(key) || !json[key].is_string()) return std::nullopt;
    *field = json[key];
  }
  cached.kernel.asked = cached.kernel.series;
  cached.kernel.image_path = folder + "/vmlinuz";
  // Only the headers are read: this finds files that lost their end.
  if (!inspect_image(cached.kernel.image_path)) return std::nullopt;
  std::error_code ignored;
  if (std::filesystem::exists(folder + "/config", ignored)) {
    cached.kernel.config_path = folder + "/config";
  }
  return cached;
}

bool cached_before(const CachedKernel& a, const CachedKernel& b) {
  if (a.kernel.series != b.kernel.series) return series_before(a.kernel.series, b.kernel.series);
  return preferred(a.version, b.version);
}

}  // namespace

Expected<std::string> cache_root(const Environment& environment) {
  auto absolute = [&](const char* name) -> std::string {
    const char* value = environment(name);
    return value && value[0] == '/' ? value : "";
  };
  if (auto root = absolute("TRAMPCHECK_CACHE"); !root.empty()) return root;
  // Asked for in so many words, so not passed over as the others are.
  if (const char* relative = environment("TRAMPCHECK_CACHE"); relative && *relative) {
    return Error{0, fmt::format("TRAMPCHECK_CACHE is {}, which is no full path", relative),
                 "begin it with a slash", Exit::kUsage};
  }
  if (auto base = absolute("XDG_CACHE_HOME"); !base.empty()) return base + "/trampcheck";
  if (auto home = absolute("HOME"); !home.empty()) return home + "/.cache/trampcheck";
  return Error{0, "there is no folder to keep kernels in",
               "set TRAMPCHECK_CACHE to one, with its full path"};
}

Expected<CachePaths> find_cache() {
  auto root = cache_root([](const char* name) { return std::getenv(name); });
  if (!root) return root.error();
  return CachePaths{*std::move(root)};
}

Expected<void> make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return errno_error(error.value(), fmt::format("cannot create {}", path), kRemedy);
  return {};
}

Expected<void> write_in_cache(const std::string& path, std::string_view bytes) {
  auto written = write_file_atomically(path, bytes);
  if (written) return written;
  Error error = written.error();
  error.remedy = kRemedy;
  return error;
}

Expected<void> check_room(const CachePaths& paths) {
  constexpr uintmax_t kNeeded = 200'000'000;
  std::error_code error;
  auto room = std::filesystem::space(paths.root, error);
  if (error || room.available >= kNeeded) return {};  // unknown room is no reason to give up
  return Error{ENOSPC,
               fmt::format("only {} are free in {}, fetching kernels takes {}",
                           megabytes(room.available), paths.root, megabytes(kNeeded)),
               kRemedy};
}

Expected<std::string> make_scratch(const CachePaths& paths) {
  if (auto made = make_folder(paths.kernels()); !made) return made.error();
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(paths.kernels(), ignored)) {
    if (entry.path().filename().string().starts_with(kScratchPrefix)) {
      std::filesystem::remove_all(entry.path(), ignored);
    }
  }
  std::string path = fmt::format("{}/{}{}", paths.kernels(), kScratchPrefix, getpid());
  if (auto made = make_folder(path); !made) return made.error();
  return path;
}

Error interrupted(const std::string& what) {
  return Error{EINTR, fmt::format("{} was interrupted", what), "the same command goes on with it",
               Exit::kInterrupted};
}

Expected<Fd> lock_cache(const CachePaths& paths, const Progress& progress,
                        const std::atomic<bool>* stop) {
  if (auto made = make_folder(paths.root); !made) return made.error();
  Fd fd(open(paths.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot open {}", paths.lock()), kRemedy);
  constexpr int kTries = 30 * 60 * 4;
  for (int i = 0; i < kTries; ++i) {
    if (flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return errno_error(errno, fmt::format("cannot lock {}", paths.lock()), kRemedy);
    }
    if (stop != nullptr && *stop) return interrupted("waiting for another trampcheck");
    if (i == 0 && progress) progress("waiting for another trampcheck that is fetching kernels");
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
  return Error{EWOULDBLOCK, "another trampcheck has been fetching kernels for half an hour",
               "end it, or name another folder in TRAMPCHECK_CACHE"};
}

std::vector<CachedKernel> cached_kernels(const CachePaths& paths) {
  std::vector<CachedKernel> cached;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(paths.kernels(), ignored)) {
    if (entry.path().filename().string().starts_with('.')) continue;
    if (auto kernel = read_cached(entry.path())) cached.push_back(*std::move(kernel));
  }
  std::sort(cached.begin(), cached.end(), cached_before);
  return cached;
}

std::optional<CachedKernel> best_cached(const std::vector<CachedKernel>& cached,
                                        std::string_view series) {
  for (const CachedKernel& kernel : cached) {
    if (kernel.kernel.series == series) return kernel;
  }
  return std::nullopt;
}

Expected<CachedKernel> adopt(const CachePaths& paths, const std::string& scratch,
                             CachedKernel kernel) {
  nlohmann::json json = {{"series", kernel.kernel.series},
                         {"release", kernel.kernel.release},
                         {"package", kernel.kernel.package},
                         {"version", kernel.version},
                         {"suite", kernel.suite}};
  if (auto written = write_in_cache(scratch + "/kernel.json", json.dump(1) + "\n"); !written) {
    return written.error();
  }
  std::string folder = fmt::format("{}/{}", paths.kernels(), kernel.kernel.package);
  std::error_code error;
  std::filesystem::remove_all(folder, error);  // a damaged one, else it would have been used
  std::filesystem::rename(scratch, folder, error);
  if (error) return errno_error(error.value(), fmt::format("cannot create {}", folder), kRemedy);
  auto cached = read_cached(folder);
  if (!cached) return Error{0, fmt::format("cannot read back {}", folder), kRemedy};
  return *cached;
}

std::optional<double> file_age_s(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  double age_s = std::difftime(std::time(nullptr), status.st_mtime);
  return age_s < 0 ? std::nullopt : std::optional(age_s);
}

}  // namespace trampcheck
