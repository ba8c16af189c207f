// The comparison for runs that repeat: no test, because nothing is left to chance.
#ifndef TRAMPCHECK_RESULTS_COMPARE_EXACT_H_
#define TRAMPCHECK_RESULTS_COMPARE_EXACT_H_

#include "results/compare/judge.h"

namespace trampcheck {

// Every round is set against the same round of the other side: the same work, counted in
// instructions. A round has moved if it changed by more than finding.gate and the rule's floor.
//
// Two rounds suffice, since each repeats to the digit on any machine; that they are two only
// guards against a timer that fell elsewhere in one of them. So a change takes all rounds but a
// quarter (none of two or three, one of four to seven ...) to move the same way, and to agree on
// how far: within less than the distance itself. One round alone can say that nothing moved,
// never that something did.
//
// Sets ratio, low, high, n, verdict and reason.
void compare_rounds(const Question& question, Finding& finding);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_EXACT_H_
