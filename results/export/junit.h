// The format `junit`: test report in XML, for CI servers.
#ifndef TRAMPCHECK_RESULTS_EXPORT_JUNIT_H_
#define TRAMPCHECK_RESULTS_EXPORT_JUNIT_H_

#include <string>
#include <vector>

#include "results/load.h"

namespace trampcheck {

// JUnit's XML: a testsuite for each result, a testcase for each experiment; medians are properties
// of the testcase (`attach.cpu_ns`), its time is that of all its phases. A MISS is an error.
std::string junit_text(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_JUNIT_H_
