#include "harness/guard/census.h"

#include <bpf/bpf.h>
#include <dirent.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "harness/kernel/symbols.h"
#include "harness/kernel/tracefs.h"
#include "results/base/file.h"

namespace trampcheck {
namespace {

constexpr size_t kNamesKept = 20;
constexpr const char* kProgramPrefix = "tc_";  // what CountingProgram names its copies

using Ids = std::set<uint32_t>;

Expected<Ids> all_ids(int (*next)(uint32_t, uint32_t*), const char* what) {
  Ids ids;
  uint32_t id = 0;
  for (;;) {
    int code = next(id, &id);
    if (code == -ENOENT) return ids;
    if (code != 0) {
      return errno_error(-code, fmt::format("cannot list the kernel's BPF {}", what),
                         "run as root (CAP_SYS_ADMIN)");
    }
    ids.insert(id);
  }
}

int64_t count_open_fds() {
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) return 0;
  int64_t count = -3;  // ".", ".." and the folder itself
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

// The name of a program that is still there; empty once it is gone.
std::string program_name(uint32_t id) {
  Fd fd(bpf_prog_get_fd_by_id(id));
  if (!fd.valid()) return "";
  bpf_prog_info info{};
  uint32_t size = sizeof(info);
  if (bpf_obj_get_info_by_fd(fd.get(), &info, &size) != 0) return "";
  return info.name;
}

// Other tools come and go on a bare machine; only what this suite loaded counts.
std::vector<std::string> our_programs(const Ids& now, const Ids& before) {
  std::vector<std::string> names;
  for (uint32_t id : now) {
    if (before.contains(id)) continue;
    std::string name = program_name(id);
    if (name.starts_with(kProgramPrefix)) names.push_back(fmt::format("{} id {}", name, id));
  }
  return names;
}

std::vector<std::string> our_links(const Ids& now, const Ids& before) {
  std::vector<std::string> names;
  for (uint32_t id : now) {
    if (before.contains(id)) continue;
    Fd fd(bpf_link_get_fd_by_id(id));
    if (!fd.valid()) continue;  // went in the meantime
    bpf_link_info info{};
    uint32_t size = sizeof(info);
    if (bpf_obj_get_info_by_fd(fd.get(), &info, &size) != 0) continue;
    std::string program = program_name(info.prog_id);
    if (program.starts_with(kProgramPrefix)) {
      names.push_back(fmt::format("link id {} of {}", id, program));
    }
  }
  return names;
}

Leak make_leak(const char* kind, size_t before, std::vector<std::string> left) {
  Leak leak{kind, static_cast<int64_t>(before), static_cast<int64_t>(before + left.size()),
            std::move(left)};
  if (leak.names.size() > kNamesKept) leak.names.resize(kNamesKept);
  return leak;
}

Expected<std::optional<Leak>> look_at_links(const Census& baseline) {
  auto ids = all_ids(bpf_link_get_next_id, "links");
  if (!ids) return ids.error();
  auto left = our_links(*ids, baseline.links);
  if (left.empty()) return std::optional<Leak>();
  return std::optional(make_leak("links", baseline.links.size(), std::move(left)));
}

Expected<std::optional<Leak>> look_at_programs(const Census& baseline) {
  auto ids = all_ids(bpf_prog_get_next_id, "programs");
  if (!ids) return ids.error();
  auto left = our_programs(*ids, baseline.programs);
  if (left.empty()) return std::optional<Leak>();
  return std::optional(make_leak("programs", baseline.programs.size(), std::move(left)));
}

Expected<std::optional<Leak>> look_at_fds(const Census& baseline) {
  int64_t now = count_open_fds();
  if (now <= baseline.fds) return std::optional<Leak>();
  return std::optional(Leak{"fds", baseline.fds, now, {}});
}

Expected<std::optional<Leak>> look_at_enabled(const Census& baseline) {
  auto now = count_enabled_functions();
  if (!now) return now.error();
  if (*now <= baseline.enabled_functions) return std::optional<Leak>();
  return std::optional(Leak{"enabled_functions", baseline.enabled_functions, *now, {}});
}

Expected<std::optional<Leak>> look_at_images(const Census& baseline) {
  auto images = trampoline_images();
  if (!images) return images.error();
  std::vector<std::string> left;
  for (const std::string& name : *images) {
    if (!baseline.images.contains(name)) left.push_back(name);
  }
  if (left.empty()) return std::optional<Leak>();
  return std::optional(make_leak("trampoline_images", baseline.images.size(), std::move(left)));
}

}  // namespace

Expected<Census> take_census() {
  Census census;
  auto links = all_ids(bpf_link_get_next_id, "links");
  if (!links) return links.error();
  auto programs = all_ids(bpf_prog_get_next_id, "programs");
  if (!programs) return programs.error();
  auto images = trampoline_images();
  if (!images) return images.error();
  auto enabled = count_enabled_functions();
  if (!enabled) return enabled.error();
  census.links = std::move(*links);
  census.programs = std::move(*programs);
  census.images.insert(images->begin(), images->end());
  census.enabled_functions = *enabled;
  census.fds = count_open_fds();
  return census;
}

Expected<Quiesced> wait_until_quiet(const Census& baseline, double limit_s,
                                    const std::atomic<bool>* stop) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(limit_s);
  Quiesced quiesced;
  for (auto look :
       {look_at_fds, look_at_links, look_at_programs, look_at_enabled, look_at_images}) {
    auto pause = std::chrono::milliseconds(10);
    for (;;) {
      auto left = look(baseline);
      if (!left) return left.error();
      ++quiesced.polls;
      if (!*left) break;
      quiesced.interrupted = stop != nullptr && stop->load(std::memory_order_relaxed);
      if (Clock::now() >= deadline || quiesced.interrupted) {
        quiesced.leaks.push_back(std::move(**left));
        break;
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::milliseconds(160));
    }
  }
  return quiesced;
}

}  // namespace trampcheck
