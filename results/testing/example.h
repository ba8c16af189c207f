// A small, valid result for tests to start from and break.
#ifndef TRAMPCHECK_RESULTS_TESTING_EXAMPLE_H_
#define TRAMPCHECK_RESULTS_TESTING_EXAMPLE_H_

#include <string>

#include "results/model/model.h"

namespace trampcheck {

// Two mechanisms, fentry (PASS) and fexit (FAIL: one refused function, one leaked image), two
// rounds, all phases; no counters of the processor, as in an emulated guest.
RunResult example_result();

// The row with this id; the test ends if there is none.
ResultRow& example_row(RunResult& result, const std::string& id);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_TESTING_EXAMPLE_H_
