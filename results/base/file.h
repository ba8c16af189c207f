// Files: whole reads, atomic writes, and the owner of a descriptor.
#ifndef TRAMPCHECK_RESULTS_BASE_FILE_H_
#define TRAMPCHECK_RESULTS_BASE_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "results/base/expected.h"

namespace trampcheck {

// Owns one file descriptor; closes it when it goes.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { reset(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void reset();

 private:
  int fd_ = -1;
};

// An Error from errno: "WHAT: No such file or directory".
Error errno_error(int code, std::string what, std::string remedy = "");

// The whole of a file, at most `limit_bytes`. Works on proc and sysfs files, whose size says
// nothing. Errors: errno of open or read; EFBIG past the limit.
Expected<std::string> read_file(const std::string& path, size_t limit_bytes = size_t{1} << 30);

// Reads a descriptor to its end, at most `limit_bytes`; `name` is for the message.
Expected<std::string> read_fd(int fd, const std::string& name, size_t limit_bytes);

// Writes all bytes to a descriptor. Errors: errno of write.
Expected<void> write_fd(int fd, std::string_view bytes, const std::string& name);

// Writes to a temporary name in the same folder, fsyncs, renames: readers see the old file or the
// whole new one, never a part. On failure the temporary file is removed. A symbolic link stays and
// what it points to is replaced; what is no regular file (a pipe, /dev/null) is written to.
Expected<void> write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_BASE_FILE_H_
