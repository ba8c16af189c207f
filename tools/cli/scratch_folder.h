// A temporary folder that goes with its owner.
#ifndef TRAMPCHECK_TOOLS_CLI_SCRATCH_FOLDER_H_
#define TRAMPCHECK_TOOLS_CLI_SCRATCH_FOLDER_H_

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "results/base/file.h"

namespace trampcheck {

class ScratchFolder {
 public:
  // Errors: errno of mkdtemp.
  static Expected<ScratchFolder> make() {
    std::string path = (std::filesystem::temp_directory_path() / "trampcheck-XXXXXX").string();
    if (!mkdtemp(path.data())) return errno_error(errno, fmt::format("cannot create {}", path));
    return ScratchFolder(std::move(path));
  }
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder() {
    std::error_code code;
    if (!path_.empty()) std::filesystem::remove_all(path_, code);
  }
  const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_SCRATCH_FOLDER_H_
