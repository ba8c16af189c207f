// A result for people: what a kernel developer reads after a run.
#ifndef TRAMPCHECK_RESULTS_EXPORT_TEXT_H_
#define TRAMPCHECK_RESULTS_EXPORT_TEXT_H_

#include <string>

#include "results/model/model.h"

namespace trampcheck {

// Header, then for every experiment its table of phases (medians over the rounds; "/fn" divided by
// the attached functions), checks, failures and verdict, then what holds for the whole run. Plain
// ASCII, at most 100 columns.
std::string text_table(const RunResult& result);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_TEXT_H_
