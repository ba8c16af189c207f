#include "tools/bench/bpftrace_bench.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "harness/attach/bpftrace.h"
#include "harness/attach/mechanism.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

constexpr const char* kContenders[] = {"fentry", "fentry_multi", "kprobe_multi"};
constexpr double kDeadlineS = 600;
constexpr useconds_t kPauseUs = 10'000;  // bpftrace's i:ms:10

struct Cost {
  double wall_s = 0;
  double user_s = 0;
  double system_s = 0;
};

Cost operator-(const Cost& a, const Cost& b) {
  return {a.wall_s - b.wall_s, a.user_s - b.user_s, a.system_s - b.system_s};
}

// What a contender's processes cost, all rounds together.
struct Sum {
  std::string name;
  std::vector<Cost> whole;
  std::vector<Cost> round;  // without finding the functions
};

double now_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Means, not medians: the kernel splits cpu time into user and system by its ticks, four
// milliseconds apart, which only a sum evens out.
Cost mean(const std::vector<Cost>& costs) {
  Cost sum;
  for (const Cost& cost : costs) {
    sum.wall_s += cost.wall_s;
    sum.user_s += cost.user_s;
    sum.system_s += cost.system_s;
  }
  const auto count = static_cast<double>(std::max<size_t>(1, costs.size()));
  return {sum.wall_s / count, sum.user_s / count, sum.system_s / count};
}

std::string line(const std::string& name, const Cost& cost) {
  return fmt::format("{:<26} wall {:7.3f} s   user {:6.3f} s   system {:6.3f} s\n", name,
                     cost.wall_s, cost.user_s, cost.system_s);
}

Expected<Cost> run(const std::vector<std::string>& argv, const std::vector<std::string>& env,
                   std::string& out) {
  RunOptions options;
  options.start.env = env;
  options.deadline_s = kDeadlineS;
  const double begin = now_s();
  auto finished = run_process(argv, options);
  const double end = now_s();
  if (!finished) return finished.error();
  if (!finished->ok()) {
    return Error{0, fmt::format("{} {}: {}{}", argv[0], describe_end(*finished, options),
                                finished->out, finished->err)};
  }
  out = finished->out + finished->err;
  return Cost{end - begin, static_cast<double>(finished->usage.user_ns) / 1e9,
              static_cast<double>(finished->usage.system_ns) / 1e9};
}

Expected<Cost> run_bpftrace(const ExternalCommand& command, size_t functions) {
  std::string out;
  auto cost = run(command.argv, command.env, out);
  if (!cost) return cost;
  const ExternalReport report = bpftrace_report(out, "");
  if (report.attached == static_cast<int64_t>(functions)) return cost;
  return Error{0, fmt::format("bpftrace attached {} of {} functions", report.attached, functions)};
}

Expected<void> run_ours(const std::string& glob, Sum& sum) {
  std::string out;
  auto cost = run({"/proc/self/exe", "once", sum.name, glob}, {}, out);
  if (!cost) return cost.error();
  Cost finding;
  if (std::sscanf(out.c_str(), "found %lf %lf %lf", &finding.wall_s, &finding.user_s,
                  &finding.system_s) != 3) {
    return Error{0, fmt::format("{} said: {}", sum.name, out)};
  }
  sum.whole.push_back(*cost);
  sum.round.push_back(*cost - finding);
  return {};
}

std::string verdict(const Sum& sum, const Cost& theirs) {
  const Cost whole = mean(sum.whole);
  const Cost round = mean(sum.round);
  return line(sum.name, whole) + line(fmt::format("  without finding them"), round) +
         fmt::format(
             "  of bpftrace's             wall {:7.3f}     user {:6.3f}\n"
             "  without finding them      wall {:7.3f}     user {:6.3f}\n",
             whole.wall_s / theirs.wall_s, whole.user_s / theirs.user_s,
             round.wall_s / theirs.wall_s, round.user_s / theirs.user_s);
}

// What is compared; the kernel's lists, tens of megabytes, are gone when the children are made.
struct Plan {
  std::vector<Target> targets;
  std::vector<Sum> sums;
};

Expected<Plan> make_plan(const std::string& glob) {
  auto kernel = read_kernel_functions();
  if (!kernel) return kernel.error();
  Selection selection;
  selection.include = {glob};
  auto choice = choose(*kernel, selection);
  if (!choice) return choice.error();
  Plan plan;
  plan.targets = std::move(choice->chosen);
  for (const char* name : kContenders) {
    if (find_mechanism(name)->probe(*kernel).supported) plan.sums.push_back({name, {}, {}});
  }
  return plan;
}

Expected<void> compare(int rounds, const std::string& glob, GuestChannel& channel) {
  auto plan = make_plan(glob);
  if (!plan) return plan.error();
  // By name, as the glob would also match what our deny list keeps out.
  auto command = bpftrace_command({}, plan->targets);
  if (!command) return command.error();
  std::vector<Cost> theirs;
  for (int round = 0; round < rounds; ++round) {
    channel.progress(fmt::format("round {} of {}", round + 1, rounds));
    auto cost = run_bpftrace(*command, plan->targets.size());
    if (!cost) return cost.error();
    theirs.push_back(*cost);
    for (Sum& sum : plan->sums) {
      if (auto done = run_ours(glob, sum); !done) return done;
    }
  }
  std::string text =
      fmt::format("{} functions, means of {} rounds\n", plan->targets.size(), rounds);
  text += line("bpftrace", mean(theirs));
  for (const Sum& sum : plan->sums) text += verdict(sum, mean(theirs));
  channel.output(text);
  return {};
}

}  // namespace

int run_bpftrace_bench(const Job& job, GuestChannel& channel) {
  auto done = compare(std::max(1, std::atoi(job.argv.at(0).c_str())), job.argv.at(1), channel);
  if (done) return 0;
  channel.log(done.error().text());
  return static_cast<int>(Exit::kEnvironment);
}

int attach_once(const std::string& mechanism, const std::string& glob) {
  const double begin = now_s();
  auto kernel = read_kernel_functions();
  if (!kernel) return 4;
  Selection selection;
  selection.include = {glob};
  auto choice = choose(*kernel, selection);
  if (!choice) return 4;
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  fmt::print("found {} {} {}\n", now_s() - begin, seconds(used.ru_utime), seconds(used.ru_stime));
  std::fflush(stdout);
  auto opened = find_mechanism(mechanism)->open();
  if (!opened) return 4;
  Attachment& attachment = **opened;
  if (!attachment.load(choice->chosen, {}) || !attachment.attach({})) return 4;
  if (attachment.attached() != choice->chosen.size()) return 1;
  usleep(kPauseUs);
  if (!attachment.detach({})) return 4;
  attachment.unload();
  return 0;
}

}  // namespace trampcheck
