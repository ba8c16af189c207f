#include "suites/attach/hit.h"

#include <bpf/bpf.h>

#include <algorithm>

#include "suites/attach/triggers.h"

namespace trampcheck {
namespace {

constexpr int64_t kTestRuns = 2;
constexpr int64_t kFirstCalls = 3;  // and upwards: never as many as kTestRuns
constexpr int kTries = 5;
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

std::vector<uint64_t> read_counters(const Attachment& attachment,
                                    const std::vector<PlannedHit>& plan) {
  std::vector<uint64_t> counts;
  for (const PlannedHit& hit : plan) counts.push_back(attachment.hits(hit.index));
  return counts;
}

// The counters' movement over one calling of the plan.
std::vector<int64_t> count_once(const Attachment& attachment, const std::vector<PlannedHit>& plan) {
  auto before = read_counters(attachment, plan);
  call_all(attachment, plan);
  auto after = read_counters(attachment, plan);
  std::vector<int64_t> moved;
  for (size_t i = 0; i < plan.size(); ++i) {
    moved.push_back(static_cast<int64_t>(after[i] - before[i]));
  }
  return moved;
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
    if (const Trigger* trigger = find_trigger(targets[i].name)) {
      plan.push_back({i, kFirstCalls + static_cast<int64_t>(plan.size()), trigger->call});
    } else if (is_numbered_test_function(targets[i].name)) {
      plan.push_back({i, kTestRuns, nullptr});
    }
  }
  return plan;
}

std::vector<HitCheck> check_hits(const Attachment& attachment, std::span<const Target> targets,
                                 const std::vector<PlannedHit>& plan) {
  std::vector<HitCheck> hits;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    hits.clear();
    bool too_high = false;
    auto moved = count_once(attachment, plan);
    for (size_t i = 0; i < plan.size(); ++i) {
      hits.push_back({targets[plan[i].index].name, plan[i].calls, moved[i], 0});
      too_high |= moved[i] > plan[i].calls;
    }
    if (!too_high) break;
  }
  return hits;
}

void check_silence(const Attachment& attachment, const std::vector<PlannedHit>& plan,
                   std::vector<HitCheck>& hits) {
  auto moved = count_once(attachment, plan);
  for (size_t i = 0; i < hits.size(); ++i) hits[i].counted_after_detach = moved[i];
}

Expected<std::vector<HitCheck>> check_sentinel(const Mechanism& mechanism,
                                               const KernelFunctions& kernel) {
  Target target{"bpf_fentry_test1", kernel.btf.function_id("bpf_fentry_test1"), 0};
  if (const Symbol* symbol = kernel.symbols.find(target.name)) target.address = symbol->address;
  auto opened = mechanism.open();
  if (!opened) return opened.error();
  Attachment& attachment = **opened;
  std::span<const Target> targets(&target, 1);
  if (auto loaded = attachment.load(targets, {}); !loaded) return loaded.error();
  if (auto linked = attachment.attach({}); !linked) return linked.error();
  if (attachment.attached() != 1) {
    return Error{attachment.refusals().front().error_number,
                 "cannot attach to bpf_fentry_test1 to see whether programs run"};
  }
  const std::vector<PlannedHit> plan = plan_hits(targets);
  auto hits = check_hits(attachment, targets, plan);
  if (auto gone = attachment.detach({}); !gone) return gone.error();
  check_silence(attachment, plan, hits);
  return hits;
}

bool all_exact(const std::vector<HitCheck>& hits) {
  return std::all_of(hits.begin(), hits.end(), [](const HitCheck& hit) {
    return hit.counted == hit.called && hit.counted_after_detach == 0;
  });
}

}  // namespace trampcheck
