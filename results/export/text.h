// A result for people: what a kernel developer reads after a run.
#ifndef TRAMPCHECK_RESULTS_EXPORT_TEXT_H_
#define TRAMPCHECK_RESULTS_EXPORT_TEXT_H_

#include <string>

#include "results/model/model.h"

namespace trampcheck {

// full_document() as plain ASCII, at most 100 columns.
std::string text_table(const RunResult& result);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_TEXT_H_
