#include "tools/kernels/verbs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/kernels/build/build.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/image.h"
#include "tools/kernels/packages.h"
#include "tools/kernels/text.h"

namespace trampcheck {
namespace {

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

// Not fmt::print, which throws where stderr cannot be written.
void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(const Error& error, VerbResult& result) {
  end_stderr_progress();
  put(fmt::format("trampcheck: {}\n", error.text()));
  if (result.exit == Exit::kFine) result.exit = error.exit;
}

std::string list_as_json(const SeriesList& list) {
  auto series = nlohmann::json::array();
  for (const SeriesInfo& info : list.series) {
    nlohmann::json entry = {{"series", info.series},     {"release", info.release},
                            {"version", info.version},   {"suite", info.suite},
                            {"in_reach", info.in_reach}, {"cached", info.cached}};
    if (info.size_bytes) entry["size_bytes"] = info.size_bytes;
    if (info.newest_cached) entry["newest_cached"] = info.newest_cached->release;
    series.push_back(std::move(entry));
  }
  auto built = nlohmann::json::array();
  for (const Kernel& kernel : list.built) {
    built.push_back({{"kernel", kernel.asked},
                     {"series", kernel.series},
                     {"release", kernel.release},
                     {"package", kernel.package}});
  }
  nlohmann::json json = {{"series", std::move(series)}, {"built", std::move(built)}};
  if (!list.note.empty()) json["note"] = list.note;
  for (const Error& error : list.unfit) json["unfit"].push_back(error.text());
  return json.dump(2) + "\n";
}

std::string cached_word(const SeriesInfo& info) {
  if (info.cached) return info.in_reach ? "cached" : "cached, not in reach";
  if (info.newest_cached) return fmt::format("cached: {}", info.newest_cached->release);
  return megabytes(info.size_bytes);
}

std::string list_as_text(const SeriesList& list) {
  size_t width = std::string_view("SERIES").size();
  for (const Kernel& kernel : list.built) width = std::max(width, kernel.asked.size());
  auto line = [width](const std::string& series, const std::string& release,
                      const std::string& suite, const std::string& state) {
    return fmt::format("{:<{}} {:<32} {:<20} {}\n", series, width + 1, release, suite, state);
  };
  std::string text = line("SERIES", "RELEASE", "SUITE", "STATE");
  for (const SeriesInfo& info : list.series) {
    text += line(info.series, info.release, info.suite, cached_word(info));
  }
  for (const Kernel& kernel : list.built) {
    text += line(kernel.asked, kernel.release, "-", "built");
  }
  return text;
}

std::string describe(const Kernel& kernel, const ImageInfo& info) {
  auto line = [](const char* name, const std::string& value) {
    return value.empty() ? "" : fmt::format("  {:<8} {}\n", name, value);
  };
  std::string protocol =
      info.protocol.empty() ? "" : fmt::format(", boot protocol {}", info.protocol);
  return kernel.asked + "\n" + line("release", kernel.release) + line("package", kernel.package) +
         line("image", kernel.image_path) +
         line("format", fmt::format("{}{}, {}", image_format_name(info.format), protocol,
                                    megabytes(info.size_bytes))) +
         line("banner", info.banner) + line("config", kernel.config_path.value_or("none"));
}

void show_one(const Kernel& kernel, VerbResult& result) {
  auto info = inspect_image(kernel.image_path);
  if (!info) return complain(info.error(), result);
  result.out += describe(kernel, *info);
}

void show_series(const std::string& series, const std::vector<Kernel>& cached, VerbResult& result) {
  for (const Kernel& kernel : cached) {
    if (kernel.asked == series) return show_one(kernel, result);
  }
  complain(Error{0, fmt::format("no kernel {} is cached", series),
                 fmt::format("trampcheck kernels fetch {}", series)},
           result);
}

}  // namespace

Progress stderr_progress() {
  bool terminal = on_terminal();
  return [terminal](const std::string& line) {
    put(fmt::format("{}{}{}", terminal ? "\r\033[K" : "", line, terminal ? "" : "\n"));
  };
}

void end_stderr_progress() {
  if (on_terminal()) put("\r\033[K");
}

VerbResult kernels_list(bool json) {
  VerbResult result;
  auto list = list_series(stderr_progress());
  end_stderr_progress();
  if (!list) {
    complain(list.error(), result);
    return result;
  }
  if (list->series.empty() && list->built.empty() && list->unfit.empty()) {
    complain(Error{0, list->note, list->remedy}, result);
    return result;
  }
  result.out = json ? list_as_json(*list) : list_as_text(*list);
  if (!list->note.empty()) {
    const Error why{0, list->note, list->remedy};
    put(fmt::format("trampcheck: this list may be old or short: {}\n", why.text()));
  }
  for (const Error& error : list->unfit) put(fmt::format("trampcheck: {}\n", error.text()));
  return result;
}

VerbResult kernels_fetch(const std::vector<std::string>& asked) {
  VerbResult result;
  if (asked.empty()) {
    complain(Error{0, "kernels fetch: no series named", "trampcheck kernels list names them",
                   Exit::kUsage},
             result);
  }
  for (const std::string& one : asked) {
    auto kernel = resolve_kernel(one, stderr_progress());
    end_stderr_progress();
    if (kernel) {
      result.out += fmt::format("{} {} {}\n", one, kernel->release, kernel->image_path);
    } else {
      complain(kernel.error(), result);
    }
  }
  return result;
}

VerbResult kernels_show(const std::vector<std::string>& asked) {
  VerbResult result;
  std::vector<Error> unfit;
  auto cached = list_cached(&unfit);
  if (!cached) {
    complain(cached.error(), result);
    return result;
  }
  if (asked.empty()) {
    for (const Kernel& kernel : *cached) show_one(kernel, result);
    for (const Error& error : unfit) complain(error, result);
    if (cached->empty() && unfit.empty()) {
      put("trampcheck: no kernel is cached; trampcheck kernels fetch 7.3\n");
    }
  }
  for (const std::string& one : asked) {
    std::error_code ignored;
    if (is_series(one) && !std::filesystem::exists(one, ignored)) {
      show_series(one, *cached, result);
      continue;
    }
    auto kernel = resolve_kernel(one, {});
    if (kernel) {
      show_one(*kernel, result);
    } else {
      complain(kernel.error(), result);
    }
  }
  return result;
}

VerbResult kernels_build(const std::vector<std::string>& series,
                         const std::vector<std::string>& variants, const std::atomic<bool>* stop) {
  VerbResult result;
  auto paths = find_cache();
  if (series.empty()) {
    complain(Error{0, "kernels build: no series named", "such as 7.3", Exit::kUsage}, result);
  } else if (!paths) {
    complain(paths.error(), result);
  }
  if (result.exit != Exit::kFine) return result;
  std::vector<std::string> wanted = variants.empty() ? std::vector<std::string>{"base"} : variants;
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  // Before the first quarter of an hour, not after it.
  for (const std::string& one : series) {
    if (!is_series(one)) {
      complain(
          Error{0, fmt::format("\"{}\" is no kernel series", one), "such as 7.3", Exit::kUsage},
          result);
    }
    for (const std::string& variant : wanted) {
      if (result.exit != Exit::kFine) return result;
      if (auto patches = patches_of(variant, one); !patches) complain(patches.error(), result);
    }
  }
  if (result.exit != Exit::kFine) return result;
  for (const std::string& one : series) {
    for (const std::string& variant : wanted) {
      if (stop != nullptr && *stop) {
        result.exit = Exit::kInterrupted;
        return result;
      }
      auto kernel = build_kernel(*paths, one, variant, stderr_progress(), stop);
      end_stderr_progress();
      if (kernel) {
        result.out += fmt::format("{} {} {}\n", kernel->asked, kernel->release, kernel->image_path);
      } else {
        complain(kernel.error(), result);
      }
    }
  }
  return result;
}

}  // namespace trampcheck
