#include "tools/kernels/kernels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "tools/kernels/build/build.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/fetch.h"
#include "tools/kernels/image.h"
#include "tools/kernels/lists.h"
#include "tools/kernels/packages.h"

namespace trampcheck {
namespace {

Expected<Kernel> resolve_path(const std::string& path) {
  auto info = inspect_image(path);
  if (!info) return info.error();
  return Kernel{.asked = path,
                .release = info->release,
                .image_path = path,
                .config_path = find_config(path)};
}

std::optional<CachedKernel> cached_release(const std::vector<CachedKernel>& cached,
                                           const Candidate& candidate) {
  auto same = std::find_if(cached.begin(), cached.end(), [&](const CachedKernel& kernel) {
    return kernel.kernel.release == candidate.release && kernel.version == candidate.version;
  });
  if (same == cached.end()) return std::nullopt;
  return *same;
}

Error unknown_series(const std::string& series, const std::vector<Package>& packages) {
  return Error{0, fmt::format("there is no Debian kernel {}", series),
               fmt::format("there are {}", fmt::join(series_in(packages), ", "))};
}

// The newest of the series as the lists have it, from the cache or the mirror.
Expected<CachedKernel> newest(const CachePaths& paths, const std::string& series, bool have_one,
                              const Progress& progress) {
  auto cached = cached_kernels(paths);
  auto index = fresh_index(paths);
  if (index) {
    auto candidate = choose_candidate(index->packages, series);
    if (!candidate) return unknown_series(series, index->packages);
    if (auto same = cached_release(cached, *candidate)) return *same;
  }
  auto lock = lock_cache(paths, progress);
  if (!lock) return lock.error();
  cached = cached_kernels(paths);  // another run may have fetched it while we waited
  bool just_updated = false;
  if (!index && !(index = fresh_index(paths))) {
    auto updated = update_index(paths, have_one, progress);
    if (!updated) return updated.error();
    index = *std::move(updated);
    just_updated = true;
    if (!index->note.empty() && progress) progress(index->note);
  }
  for (;;) {
    auto candidate = choose_candidate(index->packages, series);
    if (!candidate) return unknown_series(series, index->packages);
    if (auto same = cached_release(cached, *candidate)) return *same;
    auto apt = Apt::open(paths.apt());
    if (!apt) return apt.error();
    auto fetched = fetch_candidate(paths, *apt, *candidate, progress);
    if (fetched || just_updated || fetched.error().code != ESTALE) return fetched;
    // Lists of this morning may name what the mirror has replaced since.
    auto updated = update_index(paths, have_one, progress);
    if (!updated || !updated->note.empty()) return fetched;
    index = *std::move(updated);
    just_updated = true;
  }
}

Expected<Kernel> resolve_series(const std::string& series, const Progress& progress) {
  auto paths = find_cache();
  if (!paths) return paths.error();
  auto fallback = best_cached(cached_kernels(*paths), series);
  auto found = newest(*paths, series, fallback.has_value(), progress);
  if (found) return found->kernel;
  if (!fallback) return found.error();
  if (progress) {
    progress(fmt::format("taking the cached {}: {}", fallback->kernel.release, found.error().what));
  }
  return fallback->kernel;
}

SeriesInfo describe_series(const std::string& series, const std::vector<Package>& packages,
                           const std::vector<CachedKernel>& cached) {
  SeriesInfo info{.series = series};
  auto have = best_cached(cached, series);
  if (have) {
    info.newest_cached = have->kernel;
    info.release = have->kernel.release;
    info.version = have->version;
    info.suite = have->suite;
    info.cached = true;
  }
  if (auto candidate = choose_candidate(packages, series)) {
    info.in_reach = true;
    info.release = candidate->release;
    info.version = candidate->version;
    info.suite = candidate->suite;
    info.cached = cached_release(cached, *candidate).has_value();
    for (const Package& package : candidate->packages) {
      if (!package.name.starts_with("linux-headers-")) info.size_bytes += package.size_bytes;
    }
  }
  return info;
}

// The lists, or none and the reason.
PackageIndex any_index(const CachePaths& paths, const Progress& progress) {
  if (auto index = fresh_index(paths)) return *std::move(index);
  auto lock = lock_cache(paths, progress);
  if (!lock) return PackageIndex{{}, lock.error().what, lock.error().remedy};
  bool in_hurry = !cached_kernels(paths).empty();
  auto updated = update_index(paths, in_hurry, progress);
  if (!updated) return PackageIndex{{}, updated.error().what, updated.error().remedy};
  return *std::move(updated);
}

}  // namespace

Expected<Kernel> resolve_kernel(const std::string& series_or_path, const Progress& progress) {
  std::error_code ignored;
  if (series_or_path.find('/') != std::string::npos ||
      std::filesystem::exists(series_or_path, ignored)) {
    return resolve_path(series_or_path);
  }
  if (auto name = parse_variant_name(series_or_path); !name.variant.empty()) {
    auto paths = find_cache();
    if (!paths) return paths.error();
    return built_kernel(*paths, name);
  }
  if (!is_series(series_or_path)) {
    return Error{
        0, fmt::format("\"{}\" is neither a file nor a kernel series", series_or_path),
        "give a path, a series such as 6.12, or a variant that was built, such as 7.3-poke",
        Exit::kUsage};
  }
  return resolve_series(series_or_path, progress);
}

Expected<SeriesList> list_series(const Progress& progress) {
  auto paths = find_cache();
  if (!paths) return paths.error();
  PackageIndex index = any_index(*paths, progress);
  auto cached = cached_kernels(*paths);
  std::vector<std::string> names = series_in(index.packages);
  for (const CachedKernel& kernel : cached) names.push_back(kernel.kernel.series);
  std::sort(names.begin(), names.end(), series_before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  SeriesList list{.note = index.note, .remedy = index.remedy};
  list.built = list_built(*paths, &list.unfit);
  for (const std::string& name : names) {
    list.series.push_back(describe_series(name, index.packages, cached));
  }
  return list;
}

Expected<std::vector<Kernel>> list_cached(std::vector<Error>* unfit) {
  auto paths = find_cache();
  if (!paths) return paths.error();
  std::error_code code;
  const std::filesystem::directory_iterator entries(paths->kernels(), code);
  if (code && code.value() != ENOENT) {
    return errno_error(code.value(), fmt::format("cannot read {}", paths->kernels()),
                       "name another folder in TRAMPCHECK_CACHE");
  }
  std::vector<Kernel> kernels;
  for (const CachedKernel& kernel : cached_kernels(*paths)) kernels.push_back(kernel.kernel);
  for (Kernel& kernel : list_built(*paths, unfit)) kernels.push_back(std::move(kernel));
  return kernels;
}

}  // namespace trampcheck
