#include "results/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace trampcheck {

void Fd::reset() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

Error errno_error(int code, std::string what, std::string remedy) {
  return Error{code, fmt::format("{}: {}", what, std::strerror(code)), std::move(remedy)};
}

Expected<std::string> read_fd(int fd, const std::string& name, size_t limit_bytes) {
  struct stat status {};
  size_t guess = 1 << 16;
  if (fstat(fd, &status) == 0 && status.st_size > 0)
    guess = static_cast<size_t>(status.st_size) + 1;
  std::string bytes;
  size_t used = 0;
  for (;;) {
    if (used == bytes.size()) bytes.resize(bytes.empty() ? guess : bytes.size() * 2);
    ssize_t got = read(fd, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno_error(errno, fmt::format("cannot read {}", name));
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used > limit_bytes) {
      return errno_error(EFBIG, fmt::format("{} is larger than {} bytes", name, limit_bytes));
    }
  }
  bytes.resize(used);
  return bytes;
}

Expected<std::string> read_file(const std::string& path, size_t limit_bytes) {
  Fd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot open {}", path));
  return read_fd(fd.get(), path, limit_bytes);
}

Expected<void> write_fd(int fd, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    ssize_t put = write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno_error(errno, fmt::format("cannot write {}", name));
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return {};
}

namespace {

Expected<void> write_and_sync(int fd, std::string_view bytes, const std::string& path) {
  if (auto written = write_fd(fd, bytes, path); !written) return written;
  if (fsync(fd) != 0 && errno != EINVAL) {
    return errno_error(errno, fmt::format("cannot write {}", path));
  }
  return {};
}

constexpr const char* kRemedy = "choose another place with -o or make room there";

Error with_remedy(Error error) {
  error.remedy = kRemedy;
  return error;
}

// A pipe or a device is not ours to replace by a file.
bool exists_but_not_as_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

Expected<void> write_in_place(const std::string& path, std::string_view bytes) {
  Fd fd(open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot write {}", path), kRemedy);
  if (auto written = write_and_sync(fd.get(), bytes, path); !written) {
    return with_remedy(written.error());
  }
  return {};
}

// Where the links of an existing file lead; the path itself where there is none yet.
std::string behind_links(const std::string& path) {
  char target[PATH_MAX];
  return realpath(path.c_str(), target) ? target : path;
}

}  // namespace

Expected<void> write_file_atomically(const std::string& path, std::string_view bytes) {
  if (exists_but_not_as_file(path)) return write_in_place(path, bytes);
  const std::string target = behind_links(path);
  std::string temporary = fmt::format("{}.tmp.{}", target, getpid());
  Fd fd(open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot create {}", path), kRemedy);
  if (auto written = write_and_sync(fd.get(), bytes, path); !written) {
    unlink(temporary.c_str());
    return with_remedy(written.error());
  }
  if (rename(temporary.c_str(), target.c_str()) != 0) {
    int code = errno;
    unlink(temporary.c_str());
    return errno_error(code, fmt::format("cannot create {}", path), kRemedy);
  }
  return {};
}

}  // namespace trampcheck
