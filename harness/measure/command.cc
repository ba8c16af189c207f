#include "harness/measure/command.h"

#include <fmt/format.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include <cerrno>

namespace trampcheck {

// Not one group: kernels before 6.12 refuse groups that children inherit.
Expected<ChildCounters> ChildCounters::open(const std::vector<PerfEvent>& events) {
  ChildCounters counters;
  for (const PerfEvent& event : events) {
    perf_event_attr attr = to_attr(event);
    attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    // Ours stays off, as we never exec; each child gets a copy, and its counts come back to ours.
    attr.disabled = 1;
    attr.inherit = 1;
    attr.enable_on_exec = 1;
    auto fd = open_perf_event(event, attr, /*leader_fd=*/-1);
    if (!fd) return fd.error();
    counters.events_.push_back(std::move(*fd));
  }
  return counters;
}

Expected<std::vector<uint64_t>> ChildCounters::read() const {
  std::vector<uint64_t> counts;
  for (const Fd& event : events_) {
    uint64_t value_enabled_running[3] = {};
    const ssize_t got = ::read(event.get(), value_enabled_running, sizeof(value_enabled_running));
    if (got != sizeof(value_enabled_running)) {
      return errno_error(got < 0 ? errno : EIO, "cannot read a perf event");
    }
    const auto [value, enabled, running] = value_enabled_running;
    if (running < enabled) {
      return Error{EAGAIN, "the PMU was shared: a perf event counted only a part of the command"};
    }
    counts.push_back(value);
  }
  return counts;
}

CommandMeter::CommandMeter(const Meter& meter) : meter_(meter) {
  auto counters = ChildCounters::open(hardware_events());
  if (counters) {
    counters_.emplace(std::move(*counters));
  } else {
    perf_reason_ = counters.error().text();
  }
  begin_ = meter_.begin();
}

Reading CommandMeter::end(const CommandUse& use) {
  Reading moved = difference(begin_, meter_.end());
  moved.cpu_ns = use.user_ns + use.system_ns;
  moved.switches_voluntary = use.switches_voluntary;
  moved.switches_involuntary = use.switches_involuntary;
  moved.perf.clear();  // Meter's group counts this process
  if (!counters_) return moved;
  if (auto counts = counters_->read()) {
    moved.perf = std::move(*counts);
  } else {
    perf_reason_ = counts.error().text();
  }
  return moved;
}

const std::vector<MetricInfo>& command_metric_table() {
  static const std::vector<MetricInfo> table = {
      {"user_ns", "ns", "of a command (bpftrace): its cpu_ns in user space, getrusage"},
      {"system_ns", "ns", "of a command (bpftrace): its cpu_ns in the kernel, getrusage"},
  };
  return table;
}

void append_command(std::map<std::string, Metric>& metrics, const Reading& reading,
                    const CommandUse& use, const std::string& perf_reason) {
  append(metrics, reading, perf_reason);
  for (const MetricInfo& info : command_metric_table()) metrics[info.name].unit = info.unit;
  metrics["user_ns"].samples.push_back(use.user_ns);
  metrics["system_ns"].samples.push_back(use.system_ns);
}

}  // namespace trampcheck
