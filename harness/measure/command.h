// A whole command, measured from outside: the phase is a child process.
#ifndef TRAMPCHECK_HARNESS_MEASURE_COMMAND_H_
#define TRAMPCHECK_HARNESS_MEASURE_COMMAND_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/perf.h"
#include "harness/measure/phase.h"

namespace trampcheck {

// What getrusage says of a child that has ended.
struct CommandUse {
  int64_t user_ns = 0;
  int64_t system_ns = 0;
  int64_t switches_voluntary = 0;
  int64_t switches_involuntary = 0;
};

// Counts events in the first child that this thread starts while it exists, and in that one's
// children, from its exec on. No second child: where it shares a CPU with the first, the kernel may
// swap their contexts as alike (context_equiv() of kernel/events/core.c), and the event that is to
// be inherited ends with the first.
class ChildCounters {
 public:
  // Errors: errno of perf_event_open (ENOENT: no PMU; EACCES: perf_event_paranoid).
  static Expected<ChildCounters> open(const std::vector<PerfEvent>& events);

  // The counts of what has ended, in the order of the events. Errors: errno of read;
  // EAGAIN where an event had to share its counter with others, so that it counted a part only.
  Expected<std::vector<uint64_t>> read() const;

 private:
  std::vector<Fd> events_;
};

// One run of one command.
class CommandMeter {
 public:
  // Takes the first reading. The command is to be started by this thread.
  explicit CommandMeter(const Meter& meter);

  // Once the command has been waited for: wall, tsc, IPIs and system_cpu_ns are the machine's
  // since the first reading; cpu, context switches and the counters the command's own.
  Reading end(const CommandUse& use);

  // Why the counters say nothing; empty where they do.
  const std::string& perf_reason() const { return perf_reason_; }

 private:
  const Meter& meter_;
  std::optional<ChildCounters> counters_;
  std::string perf_reason_;
  Reading begin_;
};

// What a command's row has beside the metrics of every phase.
const std::vector<MetricInfo>& command_metric_table();

// As append(), with user_ns and system_ns.
void append_command(std::map<std::string, Metric>& metrics, const Reading& reading,
                    const CommandUse& use, const std::string& perf_reason);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_MEASURE_COMMAND_H_
