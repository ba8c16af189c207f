#include "suites/attach/hit.h"

#include <bpf/bpf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "harness/attach/probe.h"
#include "suites/attach/triggers.h"

namespace trampcheck {
namespace {

constexpr int64_t kTestRuns = 2;
constexpr int64_t kFirstCalls = 3;  // and upwards: never as many as kTestRuns
constexpr int kTries = 5;
constexpr size_t kOwnHits = 32;  // all of the first program, all with one run
constexpr const char* kTestFunction = "bpf_fentry_test";

// BPF_PROG_TEST_RUN of a tracing program calls bpf_fentry_test1 and its numbered brothers once each
// (net/bpf/test_run.c).
void run_test_functions(const Attachment& attachment) {
  LIBBPF_OPTS(bpf_test_run_opts, options);
  bpf_prog_test_run_opts(attachment.test_run_fd(), &options);
}

void call_all(const Attachment& attachment, const std::vector<PlannedHit>& plan) {
  bool by_test_run = false;
  for (const PlannedHit& hit : plan) {
    by_test_run |= hit.call == nullptr;
    for (int64_t i = 0; hit.call != nullptr && i < hit.calls; ++i) hit.call();
  }
  for (int64_t i = 0; by_test_run && i < kTestRuns; ++i) run_test_functions(attachment);
}

// How many calls make so many runs. A run too many or too few never rounds to what was expected.
int64_t calls_seen(int64_t runs, int64_t calls, int64_t runs_per_call) {
  const bool too_many = runs > calls * runs_per_call;
  return (runs + (too_many ? runs_per_call - 1 : 0)) / runs_per_call;
}

// One line of the outcome: a function, or all of them where they share a counter.
struct Counted {
  std::string name;
  size_t index = 0;  // of the counter
  int64_t calls = 0;
};

std::vector<Counted> list_counters(const Attachment& attachment, std::span<const Target> targets,
                                   const std::vector<PlannedHit>& plan) {
  std::vector<Counted> counters;
  counters.reserve(plan.size());
  for (const PlannedHit& hit : plan) {
    counters.push_back({targets[hit.index].name, hit.index, hit.calls});
  }
  if (attachment.counts_each() || counters.size() < 2) return counters;
  Counted all{fmt::format("{} functions together", plan.size()), plan.front().index, 0};
  for (const PlannedHit& hit : plan) all.calls += hit.calls;
  return {all};
}

std::vector<uint64_t> read_counters(const Attachment& attachment,
                                    const std::vector<Counted>& counters) {
  std::vector<uint64_t> runs;
  runs.reserve(counters.size());
  for (const Counted& counter : counters) runs.push_back(attachment.hits(counter.index));
  return runs;
}

// The calls that the counters saw over one calling of the plan; `expected` that many each, or none.
std::vector<int64_t> count_once(const Attachment& attachment, const std::vector<PlannedHit>& plan,
                                const std::vector<Counted>& counters, bool expected) {
  auto before = read_counters(attachment, counters);
  call_all(attachment, plan);
  auto after = read_counters(attachment, counters);
  std::vector<int64_t> seen;
  for (size_t i = 0; i < counters.size(); ++i) {
    seen.push_back(calls_seen(static_cast<int64_t>(after[i] - before[i]),
                              expected ? counters[i].calls : 0, attachment.hits_per_call()));
  }
  return seen;
}

// A kernel may have a function without the system call that runs it, as one without CONFIG_BLOCK
// has no ioprio_get().
bool can_be_called(const Trigger& trigger) {
  errno = 0;
  trigger.call();
  return errno != ENOSYS;
}

bool is_numbered_test_function(std::string_view name) {
  std::string_view prefix = kTestFunction;
  return name.starts_with(prefix) && name.size() > prefix.size() &&
         name.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
}

}  // namespace

std::vector<PlannedHit> plan_hits(std::span<const Target> targets) {
  std::vector<PlannedHit> plan;
  for (size_t i = 0; i < targets.size(); ++i) {
    const Trigger* trigger = find_trigger(targets[i].name);
    if (trigger != nullptr && can_be_called(*trigger)) {
      plan.push_back({i, kFirstCalls + static_cast<int64_t>(plan.size()), trigger->call});
    } else if (is_numbered_test_function(targets[i].name)) {
      plan.push_back({i, kTestRuns, nullptr});
    }
  }
  return plan;
}

std::vector<PlannedHit> plan_own_hits(size_t targets) {
  std::vector<PlannedHit> plan;
  for (size_t i = 0; i < std::min(targets, kOwnHits); ++i) plan.push_back({i, kTestRuns, nullptr});
  return plan;
}

std::vector<HitCheck> check_hits(const Attachment& attachment, std::span<const Target> targets,
                                 const std::vector<PlannedHit>& plan) {
  const std::vector<Counted> counters = list_counters(attachment, targets, plan);
  std::vector<HitCheck> hits;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    hits.clear();
    bool too_high = false;
    auto seen = count_once(attachment, plan, counters, true);
    for (size_t i = 0; i < counters.size(); ++i) {
      hits.push_back({counters[i].name, counters[i].calls, seen[i], 0});
      too_high |= seen[i] > counters[i].calls;
    }
    if (!too_high) break;
  }
  return hits;
}

void check_silence(const Attachment& attachment, std::span<const Target> targets,
                   const std::vector<PlannedHit>& plan, std::vector<HitCheck>& hits) {
  const std::vector<Counted> counters = list_counters(attachment, targets, plan);
  auto seen = count_once(attachment, plan, counters, false);
  for (size_t i = 0; i < hits.size(); ++i) hits[i].counted_after_detach = seen[i];
}

Expected<std::vector<HitCheck>> check_sentinel(const Mechanism& mechanism,
                                               const KernelFunctions& kernel) {
  const Target target = find_target(kernel, mechanism.sentinel);
  auto opened = mechanism.open();
  if (!opened) return opened.error();
  Attachment& attachment = **opened;
  std::span<const Target> targets(&target, 1);
  if (auto loaded = attachment.load(targets, {}); !loaded) return loaded.error();
  if (auto linked = attachment.attach({}); !linked) return linked.error();
  if (attachment.attached() != 1) {
    const auto& refusals = attachment.refusals();
    return Error{refusals.empty() ? 0 : refusals.front().error_number,
                 fmt::format("cannot attach to {} to see whether programs run", target.name)};
  }
  const std::vector<PlannedHit> plan = plan_hits(targets);
  auto hits = check_hits(attachment, targets, plan);
  if (auto gone = attachment.detach({}); !gone) return gone.error();
  check_silence(attachment, targets, plan, hits);
  return hits;
}

bool all_exact(const std::vector<HitCheck>& hits) {
  return std::all_of(hits.begin(), hits.end(), [](const HitCheck& hit) {
    return hit.counted == hit.called && hit.counted_after_detach == 0;
  });
}

}  // namespace trampcheck
