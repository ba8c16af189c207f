// What it costs when a process that holds links simply ends.
#ifndef TRAMPCHECK_SUITES_ATTACH_EXIT_PHASE_H_
#define TRAMPCHECK_SUITES_ATTACH_EXIT_PHASE_H_

#include <functional>
#include <span>

#include "harness/attach/mechanism.h"
#include "harness/measure/phase.h"

namespace trampcheck {

// Forks a child that attaches everything and then exits without detaching: the kernel takes the
// links down, one after the other, inside the exit. The reading spans from the word to exit until
// the child has been reaped; wall and tsc are the parent's, cpu and context switches the child's.
// `known` is left out; `alive` is called every two seconds or so while nothing happens. Errors: the
// child could not attach, or was not ready within `limit_s`.
Expected<Reading> measure_exit(const Mechanism& mechanism, std::span<const Target> targets,
                               const std::vector<Refusal>& known, const Meter& meter,
                               double limit_s, const std::function<void()>& alive);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_EXIT_PHASE_H_
