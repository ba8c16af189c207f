#include "tools/vm/kernel_test_guest.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include <iterator>
#include <map>
#include <string>

namespace trampcheck {
namespace {

int64_t clock_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int64_t ticks() {
  _mm_lfence();
  return static_cast<int64_t>(__rdtsc());
}

void many_getppid() {
  for (int i = 0; i < 20000; ++i) syscall(SYS_getppid);
}

void many_mmap() {
  constexpr size_t kBytes = 1 << 16;
  for (int i = 0; i < 1000; ++i) {
    auto* memory = static_cast<char*>(
        mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    for (size_t at = 0; at < kBytes; at += 4096) memory[at] = 1;
    munmap(memory, kBytes);
  }
}

void many_forks() {
  for (int i = 0; i < 50; ++i) {
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
  }
}

void sleep_100_ms() {
  timespec pause{0, 100000000};
  nanosleep(&pause, nullptr);
}

// "NAME tsc cpu raw" lines: how well do the same system calls repeat?
std::string time_one(const char* name, void (*work)()) {
  int64_t raw = clock_ns(CLOCK_MONOTONIC_RAW);
  int64_t cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  int64_t tsc = ticks();
  work();
  tsc = ticks() - tsc;
  cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  raw = clock_ns(CLOCK_MONOTONIC_RAW) - raw;
  return fmt::format("{} tsc {} cpu {} raw {}\n", name, tsc, cpu, raw);
}

int timing(const Job&, GuestChannel& channel) {
  std::string text = fmt::format("start tsc {} raw {}\n", ticks(), clock_ns(CLOCK_MONOTONIC_RAW));
  for (int round = 0; round < 3; ++round) {
    text += time_one("getppid", many_getppid);
    text += time_one("mmap", many_mmap);
    text += time_one("fork", many_forks);
    text += time_one("sleep", sleep_100_ms);
  }
  channel.output(text);
  return 0;
}

int payload(const Job& job, GuestChannel& channel) {
  std::string text = test_payload(std::stoul(job.argv.at(1)));
  channel.progress("half way");
  channel.snapshot(R"({"so":"far"})");
  int64_t started = clock_ns(CLOCK_MONOTONIC);
  channel.result(text);
  channel.output(fmt::format("{} bytes in {} ms\n", text.size(),
                             (clock_ns(CLOCK_MONOTONIC) - started) / 1000000));
  return 7;
}

int crash(const Job&, GuestChannel& channel) {
  channel.snapshot(R"({"so":"far"})");
  volatile int* nowhere = nullptr;
  return *nowhere;  // NOLINT(clang-analyzer-core.NullDereference): to die of it
}

int sleep_for_ever(const Job&, GuestChannel& channel) {
  channel.snapshot(R"({"so":"far"})");
  for (;;) pause();
}

int spin(const Job&, GuestChannel& channel) {
  // A word now and then, as from a guest that makes progress but never arrives.
  for (int64_t next_ns = 0;;) {
    if (clock_ns(CLOCK_MONOTONIC) < next_ns) continue;
    channel.progress("still here");
    next_ns = clock_ns(CLOCK_MONOTONIC) + 500000000;
  }
}

int leave_early(const Job&, GuestChannel& channel) {
  channel.snapshot(R"({"so":"far"})");
  reboot(RB_POWER_OFF);
  return 0;
}

int damaged(const Job&, GuestChannel& channel) {
  std::string frame = encode_frame(FrameType::kResult, R"({"the":"result"})", 2);
  frame.back() ^= 1;
  channel.raw(frame);
  return 0;
}

int eat_memory(const Job&, GuestChannel&) {
  constexpr size_t kStep = 1 << 20;
  for (;;) {
    void* memory = mmap(nullptr, kStep, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 1;
  }
}

const std::map<std::string, int (*)(const Job&, GuestChannel&)>& verbs() {
  static const std::map<std::string, int (*)(const Job&, GuestChannel&)> table = {
      {"timing", timing}, {"payload", payload},   {"crash", crash},     {"sleep", sleep_for_ever},
      {"spin", spin},     {"leave", leave_early}, {"damaged", damaged}, {"eat", eat_memory},
  };
  return table;
}

}  // namespace

std::string test_payload(size_t bytes) {
  std::string text;
  text.reserve(bytes + 64);
  uint64_t state = 1;
  while (text.size() < bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    fmt::format_to(std::back_inserter(text), "{},", 1000000 + state % 300000);
  }
  text.resize(bytes);
  return text;
}

int test_guest_main(const Job& job, GuestChannel& channel) {
  auto verb = verbs().find(job.argv.at(0));
  if (verb == verbs().end()) return 99;
  return verb->second(job, channel);
}

}  // namespace trampcheck
