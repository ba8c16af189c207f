#include "tools/vm/pack.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "results/base/file.h"
#include "tools/process/process.h"
#include "tools/vm/elf_program.h"

namespace trampcheck {
namespace {

std::string name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

GuestFile from_host(std::string guest_path, const std::string& host_path) {
  GuestFile file;
  file.path = std::move(guest_path);
  file.host_path = host_path;
  file.permissions = 0755;
  return file;
}

}  // namespace

Expected<std::vector<std::string>> parse_loader_list(std::string_view text,
                                                     const std::string& program) {
  std::vector<std::string> paths;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    // "\tlibz.so.1 => /lib/libz.so.1 (0x...)"; the loader and the vDSO have no arrow.
    const size_t arrow = line.find(" => ");
    if (arrow == std::string_view::npos) continue;
    const std::string_view found = line.substr(arrow + 4);
    if (!found.starts_with('/')) {
      return Error{ENOENT,
                   fmt::format("{} needs{}, which is not on this machine", program,
                               fmt::format(" {}", line.substr(1, arrow - 1))),
                   "install the package that it comes with again"};
    }
    paths.emplace_back(found.substr(0, found.rfind(" (")));
  }
  return paths;
}

Expected<std::vector<GuestFile>> pack_program(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  if (!is_elf_program(*bytes)) {
    return Error{ENOEXEC, fmt::format("{} is no ELF program and cannot go into a guest", path),
                 "put the program itself on PATH, not a script that starts it"};
  }
  std::vector<GuestFile> files = {from_host("/bin/" + name_of(path), path)};
  const std::optional<std::string> loader = interpreter_of(*bytes);
  if (!loader) return files;  // static
  auto listed = run_process({*loader, "--list", path}, RunOptions{.deadline_s = 30});
  if (!listed) return listed.error();
  if (!listed->ok()) {
    return Error{0, fmt::format("cannot find the libraries of {}: {} {}", path, *loader,
                                describe_end(*listed, {}))};
  }
  auto libraries = parse_loader_list(listed->out, path);
  if (!libraries) return libraries.error();
  files.push_back(from_host(*loader, *loader));
  for (const std::string& library : *libraries) {
    if (library == *loader) continue;
    files.push_back(from_host("/lib/" + name_of(library), library));
  }
  return files;
}

int64_t bytes_of(const std::vector<GuestFile>& files) {
  int64_t bytes = 0;
  for (const GuestFile& file : files) {
    std::error_code none;
    const auto size = file.host_path.empty() ? file.content.size()
                                             : std::filesystem::file_size(file.host_path, none);
    if (!none) bytes += static_cast<int64_t>(size);
  }
  return bytes;
}

}  // namespace trampcheck
