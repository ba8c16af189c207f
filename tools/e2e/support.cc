#include "tools/e2e/support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace trampcheck {
namespace {

template <typename T>
void put(std::string& bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

// Ends what the command left, so that one failing case does not disturb the next.
int end_processes_left() {
  int count = 0;
  for (;;) {
    pid_t pid = waitpid(-1, nullptr, WNOHANG);
    if (pid < 0) return count;  // none is left
    if (pid > 0) {
      ++count;
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      auto text = read_file(entry.path().string() + "/children");
      if (!text) continue;
      std::istringstream children(*text);
      for (pid_t child = 0; children >> child;) kill(child, SIGKILL);
    }
    usleep(10'000);
  }
}

}  // namespace

std::string runfile(const std::string& path) {
  const char* runfiles = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  if (runfiles && workspace) return fmt::format("{}/{}/{}", runfiles, workspace, path);
  const std::string built = "bazel-bin/" + path;
  std::error_code code;
  return std::filesystem::absolute(std::filesystem::exists(built, code) ? built : path);
}

std::string trampcheck_binary() { return runfile("tools/trampcheck"); }

std::string empty_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const char* parent = std::getenv("TEST_TMPDIR");
  std::string name = fmt::format("{}.{}", test->test_suite_name(), test->name());
  std::replace(name.begin(), name.end(), '/', '-');
  std::string folder = fmt::format("{}/{}", parent ? parent : "/tmp", name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    files.push_back(std::filesystem::relative(entry.path(), folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int processes_left() { return end_processes_left(); }

Ran run_command(const std::vector<std::string>& argv, const std::string& folder, double deadline_s,
                const std::vector<std::string>& env) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  RunOptions options;
  options.start.folder = folder;
  options.start.env = env;
  options.deadline_s = deadline_s;
  auto finished = run_process(argv, options);
  if (!finished) {
    ADD_FAILURE() << finished.error().text();
    return {};
  }
  EXPECT_FALSE(finished->timed_out) << fmt::format("{}", fmt::join(argv, " "));
  return {*std::move(finished), end_processes_left()};
}

Ran run_trampcheck(const std::vector<std::string>& arguments, const std::string& folder,
                   double deadline_s, const std::vector<std::string>& env) {
  std::vector<std::string> argv = {trampcheck_binary()};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return run_command(argv, folder, deadline_s, env);
}

std::optional<Kernel> cached_kernel(const std::string& series) {
  auto cached = list_cached();
  if (!cached) return std::nullopt;
  for (const Kernel& kernel : *cached) {
    if (kernel.asked == series) return kernel;
  }
  return std::nullopt;
}

std::string synthetic_bzimage() {
  std::string bytes(2560, '\0');
  put<uint8_t>(bytes, 0x1f1, 2);
  put<uint32_t>(bytes, 0x1f4, 64);
  put<uint16_t>(bytes, 0x1fe, 0xaa55);
  bytes.replace(0x202, 4, "HdrS");
  put<uint16_t>(bytes, 0x206, 0x020f);
  put<uint16_t>(bytes, 0x20e, 0x100);
  put<uint16_t>(bytes, 0x236, 0x7f);
  constexpr std::string_view kBanner = "6.12.1-test (me@here) #1 SMP";
  bytes.replace(0x300, kBanner.size(), kBanner);
  return bytes;
}

std::string synthetic_arm64_image() {
  std::string bytes(4096, '\0');
  bytes.replace(56, 4, "ARMd");
  return bytes;
}

void make_file(const std::string& path, std::string_view bytes) {
  if (auto made = write_file_atomically(path, bytes); !made) {
    fmt::print(stderr, "{}\n", made.error().text());
    std::abort();
  }
}

}  // namespace trampcheck
