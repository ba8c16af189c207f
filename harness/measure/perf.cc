#include "harness/measure/perf.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

namespace trampcheck {
namespace {

constexpr int kSeqlockTries = 1000;

size_t page_bytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

uint64_t read_pmc(uint32_t counter) {
  uint32_t low = 0;
  uint32_t high = 0;
  asm volatile("lfence\n\trdpmc" : "=a"(low), "=d"(high) : "c"(counter) : "memory");
  return (static_cast<uint64_t>(high) << 32) | low;
}

// The protocol of perf_event_mmap_page (include/uapi/linux/perf_event.h): the page's sequence
// number must be the same before and after. Empty where user space may not read this counter now.
std::optional<uint64_t> read_user_page(const void* mapped) {
  const auto* page = static_cast<const volatile perf_event_mmap_page*>(mapped);
  if (page == nullptr) return std::nullopt;
  for (int i = 0; i < kSeqlockTries; ++i) {
    const uint32_t sequence = page->lock;
    asm volatile("" ::: "memory");
    const uint32_t index = page->index;
    if (!page->cap_user_rdpmc || index == 0) return std::nullopt;
    const int shift = 64 - page->pmc_width;
    // Sign-extended: offset + what the counter has moved since.
    const int64_t moved = static_cast<int64_t>(read_pmc(index - 1) << shift) >> shift;
    const uint64_t count = static_cast<uint64_t>(page->offset + moved);
    asm volatile("" ::: "memory");
    if (page->lock == sequence && !(sequence & 1)) return count;
  }
  return std::nullopt;
}

}  // namespace

const std::vector<PerfEvent>& hardware_events() {
  static const std::vector<PerfEvent> events = {
      {"cycles_k", "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, true, false},
      {"cycles_u", "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false, true},
      {"instructions_k", "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, true,
       false},
  };
  return events;
}

perf_event_attr to_attr(const PerfEvent& event) {
  perf_event_attr attr{};
  attr.size = sizeof(attr);
  attr.type = event.type;
  attr.config = event.config;
  attr.exclude_user = event.exclude_user;
  attr.exclude_kernel = event.exclude_kernel;
  attr.exclude_hv = 1;
  return attr;
}

Expected<Fd> open_perf_event(const PerfEvent& event, perf_event_attr attr, int leader_fd) {
  Fd fd(static_cast<int>(
      syscall(SYS_perf_event_open, &attr, 0, -1, leader_fd, PERF_FLAG_FD_CLOEXEC)));
  if (fd.valid()) return fd;
  const char* meaning = errno == ENOENT || errno == EOPNOTSUPP ? "no PMU: " : "";
  return errno_error(errno, fmt::format("{}perf_event_open({})", meaning, event.metric));
}

Expected<PerfGroup> PerfGroup::open(const std::vector<PerfEvent>& events) {
  PerfGroup group;
  for (const PerfEvent& event : events) {
    const int leader = group.members_.empty() ? -1 : group.members_.front().fd.get();
    perf_event_attr attr = to_attr(event);
    attr.read_format =
        PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    auto fd = open_perf_event(event, attr, leader);
    if (!fd) return fd.error();
    void* page = mmap(nullptr, page_bytes(), PROT_READ, MAP_SHARED, fd->get(), 0);
    group.members_.push_back({std::move(*fd), page == MAP_FAILED ? nullptr : page});
  }
  return group;
}

PerfGroup::~PerfGroup() {
  for (Member& member : members_) {
    if (member.page != nullptr) munmap(member.page, page_bytes());
  }
}

Expected<std::vector<uint64_t>> PerfGroup::read() const {
  std::vector<uint64_t> counts;
  for (const Member& member : members_) {
    auto count = read_user_page(member.page);
    if (!count) break;
    counts.push_back(*count);
  }
  if (counts.size() == members_.size()) return counts;
  // nr, time_enabled, time_running, then the values.
  std::vector<uint64_t> buffer(3 + members_.size());
  const ssize_t wanted = static_cast<ssize_t>(buffer.size() * sizeof(uint64_t));
  const ssize_t got = ::read(members_.front().fd.get(), buffer.data(), wanted);
  if (got != wanted) return errno_error(got < 0 ? errno : EIO, "cannot read the perf event group");
  if (buffer[2] == 0 && buffer[1] != 0) {
    return errno_error(EAGAIN, "the perf event group never got onto the PMU");
  }
  counts.assign(buffer.begin() + 3, buffer.end());
  return counts;
}

}  // namespace trampcheck
