#include "harness/guard/watchdog.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "results/base/file.h"

namespace trampcheck {

Watchdog::Watchdog(std::function<void(const std::string& phase)> on_timeout)
    : on_timeout_(std::move(on_timeout)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::arm(std::string phase, double limit_s) {
  std::lock_guard lock(mutex_);
  phase_ = std::move(phase);
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                  std::chrono::duration<double>(limit_s));
  armed_ = true;
  changed_.notify_one();
}

void Watchdog::disarm() {
  std::lock_guard lock(mutex_);
  armed_ = false;
  changed_.notify_one();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    if (!armed_) {
      changed_.wait(lock);
    } else if (changed_.wait_until(lock, deadline_) == std::cv_status::timeout && armed_ &&
               std::chrono::steady_clock::now() >= deadline_) {
      armed_ = false;
      std::string phase = phase_;
      lock.unlock();
      on_timeout_(phase);
      lock.lock();
    }
  }
}

namespace {

constexpr size_t kOthersKept = 50;

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    paths.push_back(entry.path().string());
  }
  return paths;
}

// "kworker/1:2 (77)", or nothing where the task does not wait so or has ended.
std::string name_of_waiting(const std::string& task) {
  auto stat = read_file(task + "/stat");
  auto name = read_file(task + "/comm");
  if (!stat || !name || task_state(*stat) != 'D') return "";
  return fmt::format("{} ({})", name->substr(0, name->find('\n')),
                     std::filesystem::path(task).filename().string());
}

// Each different stack once, under its first owner and the number of others: hundreds of workers
// that wait for one lock must not push out the one that holds it.
struct SharedStack {
  std::string first;
  std::string stack;
  size_t owners = 0;
};

void add_stack(std::vector<SharedStack>& stacks, const std::string& name, std::string stack) {
  for (SharedStack& known : stacks) {
    if (known.stack != stack) continue;
    ++known.owners;
    return;
  }
  if (stacks.size() < kOthersKept) stacks.push_back({name, std::move(stack), 1});
}

std::string stacks_of_others() {
  std::vector<SharedStack> stacks;
  const std::string self = std::to_string(getpid());
  for (const std::string& process : entries_of("/proc")) {
    const std::string pid = std::filesystem::path(process).filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos || pid == self) continue;
    for (const std::string& task : entries_of(process + "/task")) {
      const std::string name = name_of_waiting(task);
      if (name.empty()) continue;
      if (auto stack = read_file(task + "/stack")) add_stack(stacks, name, *std::move(stack));
    }
  }
  std::string text;
  for (const SharedStack& one : stacks) {
    const std::string more = one.owners > 1 ? fmt::format(" and {} more", one.owners - 1) : "";
    text += one.first + more + ":\n" + one.stack;
  }
  return text;
}

}  // namespace

char task_state(std::string_view stat) {
  const size_t end = stat.rfind(") ");
  return end == std::string_view::npos || end + 2 >= stat.size() ? ' ' : stat[end + 2];
}

std::string kernel_stacks() {
  std::string stacks;
  for (const std::string& task : entries_of("/proc/self/task")) {
    if (auto stack = read_file(task + "/stack")) {
      stacks += "thread " + std::filesystem::path(task).filename().string() + ":\n" + *stack;
    }
  }
  return stacks + stacks_of_others();
}

}  // namespace trampcheck
