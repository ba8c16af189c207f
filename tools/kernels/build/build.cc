#include "tools/kernels/build/build.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "results/base/file.h"
#include "results/base/sha256.h"
#include "tools/kernels/build/source.h"
#include "tools/kernels/image.h"
#include "tools/kernels/lists.h"
#include "tools/kernels/text.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

constexpr double kMakeDeadline_s = 3 * 3600;
constexpr double kShortMakeDeadline_s = 600;
constexpr int kShownEvery = 50;  // files compiled

// A program or header that a kernel build needs, and the Debian package that has it.
struct Need {
  const char* name;
  const char* package;
};

constexpr std::array<Need, 13> kPrograms = {{{"make", "make"},
                                             {"gcc", "gcc"},
                                             {"ld", "binutils"},
                                             {"flex", "flex"},
                                             {"bison", "bison"},
                                             {"bc", "bc"},
                                             {"perl", "perl"},
                                             {"pahole", "dwarves"},
                                             {"rsync", "rsync"},
                                             {"depmod", "kmod"},
                                             {"cpio", "cpio"},
                                             {"patch", "patch"},
                                             {"xz", "xz-utils"}}};
constexpr std::array<Need, 2> kHeaders = {
    {{"/usr/include/gelf.h", "libelf-dev"}, {"/usr/include/openssl/opensslv.h", "libssl-dev"}}};

// The same source and compiler give the same image wherever and whenever it is built.
constexpr std::array<const char*, 5> kMakeEnvironment = {
    "KBUILD_BUILD_TIMESTAMP=2026-01-01", "KBUILD_BUILD_VERSION=1", "KBUILD_BUILD_USER=trampcheck",
    "KBUILD_BUILD_HOST=trampcheck", "LC_ALL=C"};

std::string suffix(const std::string& variant) { return "-trampcheck-" + variant; }

std::string option_lines(const std::string& variant) {
  return fmt::format("{}CONFIG_LOCALVERSION=\"{}\"\n", config_fragment(), suffix(variant));
}

Expected<void> check_tools() {
  std::vector<std::string> missing;
  std::vector<std::string> packages;
  for (const Need& need : kPrograms) {
    // Debian keeps depmod where only root's PATH looks.
    if (find_program(need.name) || fs::exists(fmt::format("/usr/sbin/{}", need.name))) continue;
    missing.emplace_back(need.name);
    packages.emplace_back(need.package);
  }
  for (const Need& need : kHeaders) {
    std::string multiarch(need.name);
    multiarch.insert(std::string("/usr/include").size(), "/x86_64-linux-gnu");
    if (fs::exists(need.name) || fs::exists(multiarch)) continue;
    missing.emplace_back(need.name);
    packages.emplace_back(need.package);
  }
  if (missing.empty()) return {};
  return Error{ENOENT, fmt::format("missing to build a kernel: {}", fmt::join(missing, ", ")),
               fmt::format("apt-get install {}", fmt::join(packages, " "))};
}

// CPUs that this process may run on.
int cpus() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

bool is_error(std::string_view line) {
  for (std::string_view sign : {": error:", ": fatal error:", "undefined reference to",
                                "No space left on device", "Killed", "command not found"}) {
    if (line.find(sign) != std::string_view::npos) return true;
  }
  return line.find("FAILED: ") != std::string_view::npos ||
         (line.find("*** ") != std::string_view::npos &&
          (line.starts_with("make") || line.ends_with("Stop.")));
}

// Appends each line as it comes, so that the log of a build that is killed is there.
class Log {
 public:
  explicit Log(std::string path) : path_(std::move(path)) {
    fd_ = Fd(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  }
  bool valid() const { return fd_.valid(); }
  const std::string& path() const { return path_; }

  void add(std::string_view line) {
    std::string text = std::string(line) + "\n";
    // A full disk fails the build itself, which is told.
    [[maybe_unused]] ssize_t written = write(fd_.get(), text.data(), text.size());
    errors_.line(line);
  }

  std::string why() const { return errors_.why(); }

 private:
  std::string path_;
  Fd fd_;
  MakeErrors errors_;
};

struct Job {
  const SourceTree& tree;
  std::string name;  // "7.3-poke"
  Log& log;
  const Progress& progress;
  const std::atomic<bool>* stop;
};

void show(const Job& job, const std::string& text) {
  if (job.progress) job.progress(fmt::format("building {}: {}", job.name, text));
}

Expected<void> make(const Job& job, const std::vector<std::string>& targets, double deadline_s) {
  // One stream, in order: the first error is on stderr.
  std::vector<std::string> argv = {"sh", "-c", "exec \"$@\" 2>&1", "sh", "make"};
  argv.insert(argv.end(), targets.begin(), targets.end());
  RunOptions options{.deadline_s = deadline_s, .stop = job.stop};
  options.start.folder = job.tree.folder;
  options.start.env = {kMakeEnvironment.begin(), kMakeEnvironment.end()};
  int compiled = 0;
  auto began = std::chrono::steady_clock::now();
  options.on_stdout_line = [&](std::string_view line) {
    job.log.add(line);
    if (!line.starts_with("  CC ") || ++compiled % kShownEvery != 0) return;
    std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
    show(job, fmt::format("{} files in {:.0f} s", compiled, spent.count()));
  };
  auto finished = run_process(argv, options);
  if (!finished) return finished.error();
  if (finished->ok()) return {};
  if (finished->stopped) return interrupted("building " + job.name);
  std::string why = finished->timed_out ? "" : job.log.why();
  if (why.empty()) why = describe_end(*finished, options);
  return Error{0, fmt::format("cannot build {}: {}", job.name, why),
               fmt::format("its log is {}", job.log.path())};
}

Expected<void> configure(const Job& job, const std::string& variant) {
  show(job, "configuring");
  std::string path = job.tree.folder + "/.config";
  if (auto done = make(job, {"tinyconfig"}, kShortMakeDeadline_s); !done) return done;
  auto tiny = read_file(path, 4 << 20);
  if (!tiny) return tiny.error();
  if (auto written = write_in_cache(path, *tiny + option_lines(variant)); !written) return written;
  return make(job, {"olddefconfig"}, kShortMakeDeadline_s);
}

// Keeps two builds out of one tree; waits for the other, which is told.
Expected<Fd> lock_tree(const SourceTree& tree, const Progress& progress,
                       const std::atomic<bool>* stop) {
  if (auto made = make_folder(tree.folder + "/.trampcheck"); !made) return made.error();
  std::string path = tree.folder + "/.trampcheck/lock";
  Fd fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot open {}", path));
  for (int i = 0; i < static_cast<int>(kMakeDeadline_s); ++i) {
    if (flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
    if (errno != EWOULDBLOCK && errno != EINTR) {
      return errno_error(errno, fmt::format("cannot lock {}", path));
    }
    if (stop != nullptr && *stop) return interrupted("waiting for another build");
    if (i == 0 && progress) progress("waiting for another trampcheck that builds this series");
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  return Error{EWOULDBLOCK, fmt::format("another trampcheck builds in {}", tree.folder),
               "end it, or name another folder in TRAMPCHECK_CACHE"};
}

// The source package in the index; asks the mirror where a fresh index has none, as one written
// by an older trampcheck has no sources at all.
Expected<Package> find_source(const CachePaths& paths, const std::string& series,
                              const Progress& progress, const std::atomic<bool>* stop) {
  auto index = fresh_index(paths);
  auto found = index ? choose_source(index->packages, series) : std::nullopt;
  if (found) return *found;
  auto updated = update_index(paths, /*in_hurry=*/false, progress, stop);
  if (!updated) return updated.error();
  found = choose_source(updated->packages, series);
  if (found) return *found;
  return Error{0, fmt::format("there is no source of {} in reach of apt's mirror", series),
               fmt::format("there are {}", fmt::join(source_series_in(updated->packages), ", "))};
}

Expected<SourceTree> find_tree(const CachePaths& paths, const std::string& series,
                               const Progress& progress, const std::atomic<bool>* stop) {
  auto lock = lock_cache(paths, progress, stop);
  if (!lock) return lock.error();
  auto source = find_source(paths, series, progress, stop);
  auto fetched =
      source ? fetch_tree(paths, *source, progress, stop) : Expected<SourceTree>(source.error());
  auto unpacked = unpacked_tree(paths, series);
  if (fetched || !unpacked || fetched.error().exit == Exit::kInterrupted) return fetched;
  if (progress) progress(fmt::format("taking the source at hand: {}", fetched.error().what));
  return *unpacked;
}

std::string built_root(const CachePaths& paths) { return paths.root + "/built"; }

std::string build_folder(const CachePaths& paths, const VariantName& name,
                         const std::string& version, const std::string& recipe) {
  return fmt::format("{}/{}-{}/{}_{}", built_root(paths), name.series, name.variant, version,
                     recipe);
}

// built/7.3-poke/VERSION_RECIPE holds vmlinuz, config and package.
Expected<Kernel> read_built(const std::string& folder, const VariantName& name) {
  Kernel kernel{.asked = name.series + "-" + name.variant, .series = name.series};
  kernel.image_path = folder + "/vmlinuz";
  auto info = inspect_image(kernel.image_path);
  if (!info) return info.error();
  // An image that was left from another variant, or put there by hand.
  if (!info->release.starts_with(name.series + ".") ||
      !info->release.ends_with(suffix(name.variant))) {
    return Error{0, fmt::format("{} is a kernel {}", kernel.image_path, info->release),
                 "remove it, and build again"};
  }
  auto package = read_file(folder + "/package", 4096);
  if (!package) return package.error();
  kernel.package = std::string(trim(*package));
  kernel.release = info->release;
  std::error_code ignored;
  if (fs::exists(folder + "/config", ignored)) kernel.config_path = folder + "/config";
  return kernel;
}

Expected<Kernel> keep(const CachePaths& paths, const SourceTree& tree, const VariantName& name,
                      const std::string& recipe) {
  std::string parent = fmt::format("{}/{}-{}", built_root(paths), name.series, name.variant);
  const Scratch scratch{fmt::format("{}/.new.{}", parent, getpid())};
  if (auto made = make_folder(scratch.path); !made) return made.error();
  for (auto [from, to] :
       {std::pair{"/arch/x86/boot/bzImage", "/vmlinuz"}, {"/.config", "/config"}}) {
    auto bytes = read_file(tree.folder + from);
    if (!bytes) return bytes.error();
    if (auto written = write_in_cache(scratch.path + to, *bytes); !written) return written.error();
  }
  std::string package =
      fmt::format("linux-source-{}_{}+{}.{}\n", name.series, tree.version, name.variant, recipe);
  if (auto written = write_in_cache(scratch.path + "/package", package); !written) {
    return written.error();
  }
  if (auto whole = read_built(scratch.path, name); !whole) return whole.error();
  std::string folder = build_folder(paths, name, tree.version, recipe);
  std::error_code error;
  fs::remove_all(folder, error);
  fs::rename(scratch.path, folder, error);
  if (error) return errno_error(error.value(), fmt::format("cannot create {}", folder));
  return read_built(folder, name);
}

}  // namespace

std::string build_recipe(const std::string& variant, const std::vector<Patch>& patches) {
  std::string text = option_lines(variant);
  for (const char* one : kMakeEnvironment) text += std::string(one) + "\n";
  for (const Patch& patch : patches) text += std::string(patch.text);
  return sha256_hex(text).substr(0, 12);
}

void MakeErrors::line(std::string_view line) {
  if (trim(line).empty()) return;
  last_ = trim(line);
  if (error_.empty() && is_error(line)) error_ = last_;
}

Expected<Kernel> build_kernel(const CachePaths& paths, const std::string& series,
                              const std::string& variant, const Progress& progress,
                              const std::atomic<bool>* stop) {
  VariantName name{series, variant};
  auto patches = patches_of(variant, series);
  if (!patches) return patches.error();
  // What cannot be built is not worth fetching a source for; what was built needs no tools.
  auto tools = check_tools();
  if (!tools && !built_kernel(paths, name)) return tools.error();
  if (paths.root.find_first_of(" :\"'") != std::string::npos) {
    return Error{0, fmt::format("make cannot build a kernel below {}", paths.root),
                 "name a folder without spaces, colons and quotes in TRAMPCHECK_CACHE"};
  }
  auto tree = find_tree(paths, series, progress, stop);
  if (!tree && tree.error().exit == Exit::kInterrupted) return tree.error();
  if (!tree) {
    auto before = built_kernel(paths, name);
    if (before && progress) progress(fmt::format("taking what was built: {}", tree.error().what));
    if (before) return before;
    return tree.error();
  }
  if (stop != nullptr && *stop) return interrupted("fetching the source");
  const std::string recipe = build_recipe(variant, *patches);
  const std::string folder = build_folder(paths, name, tree->version, recipe);
  std::error_code ignored;
  if (auto built = read_built(folder, name)) {
    fs::last_write_time(folder, fs::file_time_type::clock::now(), ignored);  // now the newest
    return built;
  }
  if (!tools) return tools.error();
  auto lock = lock_tree(*tree, progress, stop);
  if (!lock) return lock.error();
  if (auto built = read_built(folder, name)) return built;  // by whom we waited for
  Log log(fmt::format("{}/.trampcheck/{}.log", tree->folder, variant));
  if (!log.valid()) return errno_error(errno, fmt::format("cannot write {}", log.path()));
  Job job{*tree, fmt::format("{}-{}", series, variant), log, progress, stop};
  if (auto done = set_patches(*tree, *patches, series); !done) return done.error();
  if (auto done = configure(job, variant); !done) return done.error();
  show(job, fmt::format("compiling on {} CPUs; the first of a series takes a quarter of an hour on "
                        "two",
                        cpus()));
  if (auto done = make(job, {fmt::format("-j{}", cpus()), "bzImage"}, kMakeDeadline_s); !done) {
    return done.error();
  }
  return keep(paths, *tree, name, recipe);
}

std::vector<Kernel> list_built(const CachePaths& paths, std::vector<Error>* unfit) {
  std::vector<VariantName> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(built_root(paths), ignored)) {
    auto name = parse_variant_name(entry.path().filename().string());
    if (!name.variant.empty() && !fs::is_empty(entry.path(), ignored)) {
      names.push_back(std::move(name));
    }
  }
  std::sort(names.begin(), names.end(), [](const VariantName& a, const VariantName& b) {
    return a.series == b.series ? a.variant < b.variant : series_before(a.series, b.series);
  });
  std::vector<Kernel> kernels;
  for (const VariantName& name : names) {
    auto kernel = built_kernel(paths, name);
    if (!kernel && unfit != nullptr) unfit->push_back(kernel.error());
    if (kernel) kernels.push_back(*std::move(kernel));
  }
  return kernels;
}

Expected<Kernel> built_kernel(const CachePaths& paths, const VariantName& name) {
  auto patches = patches_of(name.variant, name.series);
  if (!patches) return patches.error();
  const std::string recipe = "_" + build_recipe(name.variant, *patches);
  std::string parent = fmt::format("{}/{}-{}", built_root(paths), name.series, name.variant);
  std::optional<Kernel> newest;
  std::optional<Error> unfit;
  fs::file_time_type newest_time;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string folder = entry.path().filename();
    if (folder.starts_with('.')) continue;
    if (!folder.ends_with(recipe)) {
      if (!unfit) unfit = Error{ENOENT, "was built with other patches or options"};
      continue;
    }
    auto kernel = read_built(entry.path(), name);
    if (!kernel) {
      unfit = Error{kernel.error().code, "is damaged: " + kernel.error().what};
    }
    auto time = entry.last_write_time(ignored);
    if (!kernel || (newest && time <= newest_time)) continue;
    newest = *std::move(kernel);
    newest_time = time;
  }
  if (newest) return *newest;
  if (!unfit) unfit = Error{ENOENT, "has not been built"};
  return Error{unfit->code, fmt::format("{}-{} {}", name.series, name.variant, unfit->what),
               fmt::format("trampcheck kernels build {} --variant {}", name.series, name.variant)};
}

}  // namespace trampcheck
