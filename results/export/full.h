// One result in full, as a document.
#ifndef TRAMPCHECK_RESULTS_EXPORT_FULL_H_
#define TRAMPCHECK_RESULTS_EXPORT_FULL_H_

#include <vector>

#include "results/export/document.h"
#include "results/export/groups.h"
#include "results/model/model.h"

namespace trampcheck {

// Kernel, domain, functions, rounds; for every experiment its table of phases (medians over the
// rounds; "/fn" divided by the attached functions), checks, failures and verdict; the curves of a
// run with --scale; then what holds for the whole run.
Document full_document(const RunResult& result);

// The parts of it.
std::vector<Note> run_notes(const RunResult& result);
Section experiment_section(const Group& group);
std::vector<Note> closing_notes(const RunResult& result);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_FULL_H_
