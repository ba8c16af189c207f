// Cycles and instructions from the PMU, as one group, read in user space where the kernel allows
// it.
#ifndef TRAMPCHECK_HARNESS_MEASURE_PERF_H_
#define TRAMPCHECK_HARNESS_MEASURE_PERF_H_

#include <linux/perf_event.h>

#include <cstdint>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

// One event of the group: type and config as in perf_event_attr.
struct PerfEvent {
  const char* metric;  // its name in results: cycles_k ...
  const char* unit;
  uint32_t type;
  uint64_t config;
  bool exclude_user;
  bool exclude_kernel;
};

// cycles_k, cycles_u, instructions_k.
const std::vector<PerfEvent>& hardware_events();

// What perf_event_open() is asked for: the event, hypervisor left out, everything else unset.
perf_event_attr to_attr(const PerfEvent& event);

// Opens it for this thread on any CPU, as a member of the leader's group or alone (-1).
// Errors: errno of perf_event_open, with the event's name.
Expected<Fd> open_perf_event(const PerfEvent& event, perf_event_attr attr, int leader_fd);

// Events that count together, for this process on any CPU.
class PerfGroup {
 public:
  // Errors: errno of perf_event_open (ENOENT: no PMU; EACCES: perf_event_paranoid).
  static Expected<PerfGroup> open(const std::vector<PerfEvent>& events);
  PerfGroup(PerfGroup&& other) noexcept = default;
  PerfGroup& operator=(PerfGroup&&) = delete;
  ~PerfGroup();

  // The counts so far, in the order of the events. By rdpmc from each event's user page, in some
  // tens of cycles, where the page says so; by one read() of the group otherwise.
  // Errors: errno of read; EAGAIN where the group was never on the PMU (its counters were taken).
  Expected<std::vector<uint64_t>> read() const;

 private:
  PerfGroup() = default;
  struct Member {
    Fd fd;
    void* page = nullptr;
  };
  std::vector<Member> members_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_PERF_H_
