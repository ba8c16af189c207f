#include "tools/kernels/build/source.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "results/base/file.h"
#include "tools/kernels/apt.h"
#include "tools/kernels/text.h"
#include "tools/kernels/unpack.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "make room or name another folder in TRAMPCHECK_CACHE";
// A tree of 7.3 takes 1.8 GB, and as much again once it is built.
constexpr uintmax_t kRoomForTree = 5'000'000'000;
constexpr size_t kFileLimitBytes = 16 << 20;
// Where the files that patches touched are kept as they came.
constexpr const char* kPristine = ".trampcheck/pristine";
constexpr const char* kAbsent = ".absent";  // a file of that name was not there

Error io_error(const std::error_code& error, const std::string& what) {
  return errno_error(error.value(), what, kRemedy);
}

Expected<void> copy_text(const fs::path& from, const fs::path& to) {
  auto text = read_file(from, kFileLimitBytes);
  if (!text) return text.error();
  if (auto made = make_folder(to.parent_path()); !made) return made.error();
  return write_in_cache(to, *text);
}

// Keeps a file as it came, the first time that it is about to change.
Expected<void> keep_pristine(const SourceTree& tree, const std::string& file) {
  fs::path kept = fs::path(tree.folder) / kPristine / file;
  std::error_code ignored;
  if (fs::exists(kept, ignored) || fs::exists(kept.string() + kAbsent, ignored)) return {};
  fs::path own = fs::path(tree.folder) / file;
  if (fs::exists(own, ignored)) return copy_text(own, kept);
  if (auto made = make_folder(kept.parent_path()); !made) return made.error();
  return write_in_cache(kept.string() + kAbsent, "");
}

// All files that were ever touched in this tree.
Expected<std::set<std::string>> kept_files(const SourceTree& tree) {
  std::set<std::string> files;
  fs::path root = fs::path(tree.folder) / kPristine;
  std::error_code error;
  for (fs::recursive_directory_iterator at(root, error), end; !error && at != end;
       at.increment(error)) {
    if (!at->is_regular_file()) continue;
    std::string file = at->path().lexically_relative(root);
    if (file.ends_with(kAbsent)) file.resize(file.size() - std::string_view(kAbsent).size());
    files.insert(file);
  }
  if (error && error.value() != ENOENT)
    return io_error(error, fmt::format("cannot read {}", root.string()));
  return files;
}

// "patching file kernel/bpf/trampoline.c\nHunk #2 FAILED at 479." -> "hunk 2 of kernel/..."
std::string describe_failure(const std::string& output) {
  std::string file;
  for (std::string_view line : split_lines(output)) {
    if (line.starts_with("patching file ")) file = line.substr(14);
    if (line.find("previously applied") != std::string_view::npos) {
      return fmt::format("{} holds it already, or part of it", file);
    }
    if (line.find("FAILED") == std::string_view::npos || !line.starts_with("Hunk #")) continue;
    std::string_view number = line.substr(6, line.find(' ', 6) - 6);
    return fmt::format("hunk {} of {}", number, file);
  }
  return std::string(last_line(output));
}

Expected<void> apply(const std::string& folder, const Patch& patch, const std::string& series,
                     const std::string& tree) {
  RunOptions options{.deadline_s = 60};
  options.start.folder = folder;
  options.start.env = {"LC_ALL=C"};
  options.stdin_bytes = std::string(patch.text);
  auto finished = run_process(
      {"patch", "-p1", "--fuzz=0", "--forward", "--no-backup-if-mismatch", "--reject-file=-"},
      options);
  if (!finished) {
    if (finished.error().code != ENOENT) return finished.error();
    return Error{ENOENT, "patch is missing, which makes variants of a kernel",
                 "apt-get install patch"};
  }
  if (finished->ok()) return {};
  return Error{0,
               fmt::format("{} does not apply to {}: {}", patch.name, series,
                           describe_failure(finished->out + finished->err)),
               fmt::format("mend it under tools/kernels/variants, or remove {} if its files were "
                           "changed by hand",
                           tree)};
}

// The same bytes, or absent in both: then the tree's file keeps its time.
Expected<void> bring_over(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::exists(from, error)) {
    fs::remove(to, error);
    if (error) return io_error(error, fmt::format("cannot remove {}", to.string()));
    return {};
  }
  auto wanted = read_file(from, kFileLimitBytes);
  if (!wanted) return wanted.error();
  auto present = read_file(to, kFileLimitBytes);
  if (present && *present == *wanted) return {};
  if (auto made = make_folder(to.parent_path()); !made) return made.error();
  return write_in_cache(to, *wanted);
}

Expected<void> check_room_for_tree(const CachePaths& paths) {
  std::error_code error;
  auto room = fs::space(paths.root, error);
  if (error || room.available >= kRoomForTree) return {};
  return Error{ENOSPC,
               fmt::format("only {} are free in {}, building a kernel takes {}",
                           megabytes(room.available), paths.root, megabytes(kRoomForTree)),
               kRemedy};
}

std::string sources_folder(const CachePaths& paths) { return paths.root + "/sources"; }

Expected<void> unpack_tree(const std::string& folder, const std::string& series,
                           const std::atomic<bool>* stop) {
  auto archive = unpack_source(folder, series);
  if (!archive) return archive.error();
  RunOptions options{.deadline_s = 1200, .stop = stop};
  options.start.folder = folder;
  options.start.env = {"LC_ALL=C"};
  auto finished = run_process({"tar", "-xJf", *archive, "--strip-components=1"}, options);
  std::error_code ignored;
  fs::remove(*archive, ignored);
  if (!finished) return finished.error();
  if (finished->stopped) return interrupted("unpacking the source of " + series);
  if (finished->ok()) return {};
  std::string words(last_line(finished->err));
  if (words.empty()) words = describe_end(*finished, options);
  return Error{0, fmt::format("cannot unpack the source of {}: {}", series, words),
               "look at the room on the disk, and whether xz-utils is installed"};
}

}  // namespace

SourceTree source_tree(const CachePaths& paths, const Package& package) {
  return {fmt::format("{}/{}_{}", sources_folder(paths), package.name, package.version),
          package.version};
}

std::optional<SourceTree> unpacked_tree(const CachePaths& paths, const std::string& series) {
  std::string start = fmt::format("{}{}_", kSourcePrefix, series);
  std::optional<SourceTree> newest;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(sources_folder(paths), ignored)) {
    std::string name = entry.path().filename();
    if (!name.starts_with(start)) continue;
    std::string version = name.substr(start.size());
    if (!newest || preferred(version, newest->version)) newest = {entry.path(), version};
  }
  return newest;
}

Expected<SourceTree> fetch_tree(const CachePaths& paths, const Package& package,
                                const Progress& progress, const std::atomic<bool>* stop) {
  SourceTree tree = source_tree(paths, package);
  std::error_code error;
  if (fs::exists(tree.folder + "/Makefile", error)) return tree;
  if (auto room = check_room_for_tree(paths); !room) return room.error();
  auto apt = Apt::open(paths.apt(), stop);
  if (!apt) return apt.error();
  Scratch scratch{sources_folder(paths) + "/.new"};
  fs::remove_all(scratch.path, error);  // of a run that was killed; the cache is locked
  if (auto made = make_folder(scratch.path); !made) return made.error();
  if (auto done = apt->download({package}, scratch.path, progress); !done) return done.error();
  if (progress) progress(fmt::format("unpacking {}", package.name));
  std::string series = package.name.substr(kSourcePrefix.size());
  if (auto done = unpack_tree(scratch.path, series, stop); !done) return done.error();
  fs::remove_all(tree.folder, error);
  fs::rename(scratch.path, tree.folder, error);
  if (error) return io_error(error, fmt::format("cannot create {}", tree.folder));
  return tree;
}

Expected<void> try_patches(const SourceTree& tree, const std::vector<Patch>& patches,
                           const std::string& series, const std::string& scratch) {
  Scratch copies{scratch + "/patched"};
  std::error_code error;
  fs::remove_all(copies.path, error);
  for (const std::string& file : files_touched(patches)) {
    fs::path kept = fs::path(tree.folder) / kPristine / file;
    if (fs::exists(kept.string() + kAbsent, error)) continue;
    fs::path from = fs::exists(kept, error) ? kept : fs::path(tree.folder) / file;
    if (!fs::exists(from, error)) continue;
    if (auto copied = copy_text(from, copies.path + "/" + file); !copied) return copied.error();
  }
  if (auto made = make_folder(copies.path); !made) return made.error();
  for (const Patch& patch : patches) {
    if (auto applied = apply(copies.path, patch, series, tree.folder); !applied)
      return applied.error();
  }
  return {};
}

Expected<void> set_patches(const SourceTree& tree, const std::vector<Patch>& patches,
                           const std::string& series) {
  for (const std::string& file : files_touched(patches)) {
    if (auto kept = keep_pristine(tree, file); !kept) return kept.error();
  }
  auto files = kept_files(tree);
  if (!files) return files.error();
  Scratch scratch{tree.folder + "/.trampcheck/scratch"};
  std::error_code error;
  fs::remove_all(scratch.path, error);
  if (auto made = make_folder(scratch.path); !made) return made.error();
  for (const std::string& file : *files) {
    fs::path kept = fs::path(tree.folder) / kPristine / file;
    if (!fs::exists(kept, error)) continue;
    if (auto copied = copy_text(kept, scratch.path + "/" + file); !copied) return copied.error();
  }
  for (const Patch& patch : patches) {
    if (auto applied = apply(scratch.path, patch, series, tree.folder); !applied)
      return applied.error();
  }
  for (const std::string& file : *files) {
    auto done = bring_over(scratch.path + "/" + file, tree.folder + "/" + file);
    if (!done) return done.error();
  }
  return {};
}

}  // namespace trampcheck
