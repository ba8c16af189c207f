// The format `kcidb`: report for KernelCI's database.
#ifndef TRAMPCHECK_RESULTS_EXPORT_KCIDB_H_
#define TRAMPCHECK_RESULTS_EXPORT_KCIDB_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// A kcidb-io v5.3 report: a checkout and a build for each result's kernel, a test for each verdict
// (`trampcheck.attach.fentry`) and one, DONE and with its median as the number, for each metric
// (`trampcheck.attach.fentry.attach.cpu_ns`). Ids are made of the result's content: sent twice, a
// result is the same.
std::string kcidb_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_KCIDB_H_
