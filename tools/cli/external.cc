#include "tools/cli/external.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>

#include "harness/attach/mechanism.h"
#include "results/base/find_program.h"
#include "tools/process/process.h"
#include "tools/vm/pack.h"

namespace trampcheck {
namespace {

// A guest's files are in its memory twice while it starts, and the file system that they go to may
// take no more than half of what is left beside the first copy.
constexpr int64_t kCopies = 3;
constexpr int64_t kGuestMib = 160;  // the kernel, and the command itself

constexpr auto kAliveEvery = std::chrono::seconds(2);
constexpr size_t kCommandOutputBytes = 64 << 20;

}  // namespace

std::vector<const External*> named_commands(const std::vector<std::string>& mechanism_names) {
  std::vector<const External*> commands;
  for (const std::string& name : mechanism_names) {
    const Mechanism* mechanism = find_mechanism(name);
    if (mechanism != nullptr && mechanism->external != nullptr) {
      commands.push_back(mechanism->external);
    }
  }
  return commands;
}

Expected<void> find_commands(const std::vector<const External*>& commands) {
  for (const External* external : commands) {
    if (find_program(external->program)) continue;
    return Error{ENOENT, fmt::format("{} is not on PATH", external->program),
                 fmt::format("apt-get install {}", external->package)};
  }
  return {};
}

Expected<std::vector<GuestFile>> pack_commands(const std::vector<const External*>& commands,
                                               int memory_mib) {
  if (auto there = find_commands(commands); !there) return there.error();
  std::vector<GuestFile> files;
  for (const External* external : commands) {
    auto packed = pack_program(*find_program(external->program));
    if (!packed) return packed.error();
    files.insert(files.end(), packed->begin(), packed->end());
  }
  const int64_t mib = bytes_of(files) >> 20;
  const int64_t needed_mib = mib * kCopies + kGuestMib;
  if (!files.empty() && memory_mib < needed_mib) {
    return Error{0,
                 fmt::format("{} with its libraries ({} MiB) needs a guest of {} MiB, --memory "
                             "gives {}",
                             commands.front()->program, mib, needed_mib, memory_mib),
                 fmt::format("say --memory {} or more", needed_mib), Exit::kUsage};
  }
  return files;
}

Expected<CommandEnd> run_external(const std::atomic<bool>* stop, const ExternalCommand& command,
                                  double deadline_s, const std::function<void()>& alive) {
  RunOptions options;
  options.start.env = command.env;
  options.deadline_s = deadline_s;
  options.output_limit_bytes = kCommandOutputBytes;
  options.stop = stop;
  auto said = std::chrono::steady_clock::now();
  options.on_turn = [&] {
    const auto now = std::chrono::steady_clock::now();
    if (now - said < kAliveEvery) return;
    said = now;
    alive();
  };
  auto finished = run_process(command.argv, options);
  if (!finished) return finished.error();
  CommandEnd end;
  end.fine = finished->ok();
  end.timed_out = finished->timed_out;
  end.stopped = finished->stopped;
  end.how = describe_end(*finished, options);
  end.use = {finished->usage.user_ns, finished->usage.system_ns, finished->usage.switches_voluntary,
             finished->usage.switches_involuntary};
  end.out = std::move(finished->out);
  end.err = std::move(finished->err);
  return end;
}

}  // namespace trampcheck
