#include "harness/guard/watchdog.h"

#include <filesystem>

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

std::string kernel_stacks() {
  std::string stacks;
  std::error_code ignored;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    if (auto stack = read_file(task.path().string() + "/stack")) {
      stacks += "thread " + task.path().filename().string() + ":\n" + *stack;
    }
  }
  return stacks;
}

}  // namespace trampcheck
