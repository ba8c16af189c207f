// Proof that attached programs run, exactly as often as their functions are called.
#ifndef TRAMPCHECK_SUITES_ATTACH_HIT_H_
#define TRAMPCHECK_SUITES_ATTACH_HIT_H_

#include <span>
#include <vector>

#include "harness/attach/mechanism.h"
#include "results/model/model.h"

namespace trampcheck {

// One function that will be called `calls` times.
struct PlannedHit {
  size_t index = 0;  // among the targets
  int64_t calls = 0;
  void (*call)() = nullptr;  // null: run by BPF_PROG_TEST_RUN, all such functions together
};

// The targets that can be called, with call counts that differ, so that a counter of another
// function's is seen as such. Calls each once, to see whether this kernel has its system call.
// Empty where none of them can.
std::vector<PlannedHit> plan_hits(std::span<const Target> targets);

// The same for a mechanism with targets of its own making.
std::vector<PlannedHit> plan_own_hits(size_t targets);

// Calls every planned function as often as planned and holds the counters against that. On a
// machine with other users a function may be called by them in between: counts that are too high
// (never those too low) are tried again, at most five times. `counted` is in calls, also where a
// program runs twice for each; mechanisms with one counter for all get one line for all.
std::vector<HitCheck> check_hits(const Attachment& attachment, std::span<const Target> targets,
                                 const std::vector<PlannedHit>& plan);

// After detach: calls them again; what still counts goes into counted_after_detach.
void check_silence(const Attachment& attachment, std::span<const Target> targets,
                   const std::vector<PlannedHit>& plan, std::vector<HitCheck>& hits);

// Where no target can be called: attaches one program of the mechanism to its sentinel, checks it
// as above, detaches it and checks the silence. Errors: the function or the mechanism fails.
Expected<std::vector<HitCheck>> check_sentinel(const Mechanism& mechanism,
                                               const KernelFunctions& kernel);

// Whether every function counted what it was called, and nothing after detach.
bool all_exact(const std::vector<HitCheck>& hits);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_HIT_H_
