#include "tools/kernels/apt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "results/base/file.h"
#include "tools/kernels/cache.h"
#include "tools/kernels/sources.h"
#include "tools/kernels/text.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

// Part of the package apt, but not on PATH; reads lists however they are compressed.
constexpr const char* kAptHelper = "/usr/lib/apt/apt-helper";

Expected<Finished> run_apt(const std::vector<std::string>& argv, const RunOptions& options) {
  auto finished = run_process(argv, options);
  if (finished || finished.error().code != ENOENT) return finished;
  return Error{ENOENT, fmt::format("{} is missing, which fetches Debian kernels", argv[0]),
               "apt-get install apt, or give a kernel image by its path"};
}

// Why a command failed: its last error, else its first warning that names a file (the last one
// says only that there were some), else how it ended.
std::string last_words(const Finished& finished, const RunOptions& options) {
  std::string error;
  std::string warning;
  for (std::string_view line : split_lines(finished.err)) {
    if (line.starts_with("E: ")) error = line.substr(3);
    if (line.starts_with("W: ") && warning.empty()) warning = line.substr(3);
  }
  if (!finished.timed_out && !error.empty()) return error;
  if (!finished.timed_out && !warning.empty()) return warning;
  return fmt::format("apt {}", describe_end(finished, options));
}

// Whether apt's words mean that the mirror or the lists no longer have a package.
bool is_gone(std::string_view words) {
  constexpr std::string_view kSigns[] = {"404", "Couldn't find any package", "was not found",
                                         "Unable to locate package"};
  return std::any_of(std::begin(kSigns), std::end(kSigns), [&](std::string_view sign) {
    return words.find(sign) != std::string_view::npos;
  });
}

struct MachineApt {
  std::string list_path;
  std::string parts_folder;
  std::string acquire;  // its network settings, as lines of configuration
};

// The value of a line NAME='VALUE' of apt-config shell.
std::string shell_value(std::string_view output, std::string_view name) {
  for (std::string_view line : split_lines(output)) {
    std::string start = fmt::format("{}='", name);
    if (line.starts_with(start) && line.ends_with('\'')) {
      line.remove_prefix(start.size());
      line.remove_suffix(1);
      return std::string(line);
    }
  }
  return "";
}

// Keeps proxies, timeouts and the like. Not kept: hooks and indexes of other programs.
std::string network_settings(std::string_view dump) {
  std::string kept;
  for (std::string_view line : split_lines(dump)) {
    bool network = line.starts_with("Acquire::") && !line.starts_with("Acquire::IndexTargets") &&
                   !line.starts_with("Acquire::Languages") &&
                   !line.starts_with("Acquire::CompressionTypes") &&
                   !line.starts_with("Acquire::Changelogs");
    if (network) kept.append(line).append("\n");
  }
  return kept;
}

Expected<MachineApt> read_machine() {
  RunOptions options;
  auto places = run_apt(
      {"apt-config", "shell", "LIST", "Dir::Etc::sourcelist/f", "PARTS", "Dir::Etc::sourceparts/d"},
      options);
  if (!places) return places.error();
  auto dump = run_apt({"apt-config", "dump"}, options);
  if (!dump) return dump.error();
  if (!places->ok() || !dump->ok()) {
    return Error{0, fmt::format("apt-config failed: {}",
                                last_words(places->ok() ? *dump : *places, options))};
  }
  return MachineApt{shell_value(places->out, "LIST"), shell_value(places->out, "PARTS"),
                    network_settings(dump->out)};
}

std::string configuration(const std::string& folder, const std::string& acquire) {
  return acquire + fmt::format(R"(Dir::Etc::Main "/dev/null";
Dir::Etc::Parts "/dev/null";
Dir::Etc::SourceList "{0}/kernels.sources";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "{0}/state";
Dir::State::Lists "{0}/lists";
Dir::State::status "{0}/status";
Dir::Cache "{0}/cache";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
APT::Architecture "amd64";
APT::Architectures {{ "amd64"; }};
APT::Sandbox::User "root";
APT::Get::Show-Versions "false";
Acquire::Languages "none";
Acquire::GzipIndexes "true";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
Acquire::Retries "1";
)",
                               folder);
}

// "Err:3 http://mirror/debian bullseye Release" -> "bullseye"
std::string suite_of(std::string_view line) {
  auto words = split_words(line);
  return words.size() > 2 ? words[2] : std::string(line);
}

}  // namespace

Expected<Apt> Apt::open(const std::string& folder, const std::atomic<bool>* stop) {
  auto machine = read_machine();
  if (!machine) return machine.error();
  auto sources = choose_sources(read_sources(machine->list_path, machine->parts_folder));
  if (!sources) return sources.error();
  for (const char* name : {"/state", "/lists/partial", "/cache/archives/partial"}) {
    if (auto made = make_folder(folder + name); !made) return made.error();
  }
  // The settings may hold a proxy's password.
  std::error_code ignored;
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all, ignored);
  for (const auto& [name, text] : {std::pair{"/apt.conf", configuration(folder, machine->acquire)},
                                   {"/kernels.sources", write_deb822(*sources)},
                                   {"/status", std::string()}}) {
    if (auto written = write_in_cache(folder + name, text); !written) {
      return written.error();
    }
  }
  return Apt(folder, stop);
}

std::vector<std::string> Apt::environment() const {
  return {fmt::format("APT_CONFIG={}/apt.conf", folder_), "LC_ALL=C"};
}

Expected<Lists> Apt::update(double deadline_s, const Progress& progress) const {
  if (progress) progress("updating the lists of kernel packages");
  RunOptions options{.deadline_s = deadline_s, .stop = stop_};
  options.start.env = environment();
  Lists lists;
  int came = 0;
  options.on_stdout_line = [&](std::string_view line) {
    if (line.starts_with("Hit:") || line.starts_with("Get:")) ++came;
    if (line.starts_with("Err:")) lists.failures.push_back(suite_of(line));
  };
  auto finished = run_apt({"apt-get", "-q", "update"}, options);
  if (!finished) return finished.error();
  if (finished->stopped) return interrupted("updating the lists of packages");
  if (came == 0 || finished->timed_out) {
    return Error{
        0, fmt::format("the Debian mirror is out of reach: {}", last_words(*finished, options)),
        "look at the network, the proxy and apt's sources"};
  }
  auto packages = read_lists();
  if (!packages) return packages.error();
  lists.packages = *std::move(packages);
  return lists;
}

Expected<std::vector<Package>> Apt::read_lists() const {
  RunOptions options;
  options.start.env = environment();
  auto targets = run_apt(
      {"apt-get", "indextargets", "--format", "$(RELEASE) $(FILENAME)", "Created-By: Packages"},
      options);
  if (!targets) return targets.error();
  std::vector<Package> packages;
  for (std::string_view line : split_lines(targets->out)) {
    size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    PackageReader reader(std::string(line.substr(0, space)), packages);
    options.on_stdout_line = [&](std::string_view text) { reader.line(text); };
    std::string path(line.substr(space + 1));
    auto finished = run_apt({kAptHelper, "cat-file", path}, options);
    if (!finished) return finished.error();
    reader.finish();
  }
  if (packages.empty()) {
    return Error{0, "the Debian mirror has no kernel packages", "look at apt's sources"};
  }
  return packages;
}

Expected<void> Apt::download(const std::vector<Package>& packages, const std::string& folder,
                             const Progress& progress) const {
  uint64_t size_bytes = 0;
  const Package* largest = &packages.front();
  std::vector<std::string> argv = {"apt-get", "-q", "-o", "APT::Status-Fd=1", "download"};
  for (const Package& package : packages) {
    size_bytes += package.size_bytes;
    if (package.size_bytes > largest->size_bytes) largest = &package;
    argv.push_back(fmt::format("{}={}", package.name, package.version));
  }
  std::string what = fmt::format("downloading {} ({})", largest->name, megabytes(size_bytes));
  if (progress) progress(what);
  RunOptions options{.deadline_s = 1800, .stop = stop_};
  options.start.env = environment();
  options.start.folder = folder;
  int shown = 0;
  // "dlstatus:1:37.5853:Retrieving file 1 of 1"
  options.on_stdout_line = [&](std::string_view line) {
    if (!line.starts_with("dlstatus:")) return;
    int percent = std::atoi(std::string(line.substr(line.find(':', 9) + 1)).c_str());
    if (percent < shown + 10) return;
    shown = percent;
    if (progress) progress(fmt::format("{}: {} %", what, percent));
  };
  auto finished = run_apt(argv, options);
  if (!finished) return finished.error();
  if (finished->stopped) return interrupted("downloading " + largest->name);
  if (!finished->ok()) {
    std::string words = last_words(*finished, options);
    return Error{is_gone(words) ? ESTALE : 0,
                 fmt::format("cannot download {}: {}", largest->name, words),
                 "look at the network, the proxy and the room on the disk"};
  }
  return {};
}

}  // namespace trampcheck
