#include "tools/kernels/lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "results/base/file.h"
#include "tools/kernels/apt.h"

namespace trampcheck {
namespace {

constexpr double kFresh_s = 24 * 3600;
constexpr double kTryAgain_s = 600;
constexpr const char* kRemedy = "look at the network, the proxy and apt's sources";

std::optional<std::vector<Package>> read_index(const CachePaths& paths) {
  auto text = read_file(paths.index());
  if (!text) return std::nullopt;
  auto packages = parse_index(*text);
  if (!packages) return std::nullopt;  // the next update writes it again
  return *std::move(packages);
}

Expected<Lists> ask_mirror(const CachePaths& paths, bool in_hurry, const Progress& progress,
                           const std::atomic<bool>* stop) {
  auto last_try_s = file_age_s(paths.update_attempt());
  if (in_hurry && last_try_s && *last_try_s < kTryAgain_s) {
    auto why = read_file(paths.update_attempt());
    return Error{0, fmt::format("{} (tried {:.0f} s ago)", why ? *why : "", *last_try_s), kRemedy};
  }
  if (auto room = check_room(paths); !room) return room.error();
  auto apt = Apt::open(paths.apt(), stop);
  if (!apt) return apt.error();
  auto lists = apt->update(/*deadline_s=*/in_hurry ? 60 : 180, progress);
  if (!lists && lists.error().exit == Exit::kInterrupted) return lists.error();
  if (!lists) {
    // Only spares waiting: if it cannot be written, we wait.
    (void)write_file_atomically(paths.update_attempt(), lists.error().what);
    return lists.error();
  }
  std::error_code ignored;
  std::filesystem::remove(paths.update_attempt(), ignored);
  if (auto written = write_in_cache(paths.index(), write_index(lists->packages)); !written) {
    return written.error();
  }
  return lists;
}

}  // namespace

std::optional<PackageIndex> fresh_index(const CachePaths& paths) {
  auto age_s = file_age_s(paths.index());
  if (!age_s || *age_s > kFresh_s) return std::nullopt;
  auto packages = read_index(paths);
  if (!packages) return std::nullopt;
  return PackageIndex{*std::move(packages), "", ""};
}

Expected<PackageIndex> update_index(const CachePaths& paths, bool in_hurry,
                                    const Progress& progress, const std::atomic<bool>* stop) {
  auto lists = ask_mirror(paths, in_hurry, progress, stop);
  if (!lists && lists.error().exit == Exit::kInterrupted) return lists.error();
  if (!lists) {
    auto packages = read_index(paths);
    if (!packages) return lists.error();
    return PackageIndex{*std::move(packages), lists.error().what, lists.error().remedy};
  }
  PackageIndex index{std::move(lists->packages), "", ""};
  if (!lists->failures.empty()) {
    index.note = fmt::format("no package lists came for {}", fmt::join(lists->failures, ", "));
    index.remedy = kRemedy;
  }
  return index;
}

}  // namespace trampcheck
