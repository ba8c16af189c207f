// Words for what a result ran on, shared by the reports.
#ifndef TRAMPCHECK_RESULTS_EXPORT_DESCRIBE_H_
#define TRAMPCHECK_RESULTS_EXPORT_DESCRIBE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "results/load.h"
#include "results/model/model.h"

namespace trampcheck {

// "icount (emulated; the clock counts instructions), 1 cpu"; without cpus where that is 0.
std::string domain_text(const std::string& domain, int64_t cpus);

// The kernel's version, short: "6.12.48" of release "6.12.48+deb13-cloud-amd64", "7.0-rc3" of
// "7.0-rc3-00012-g1234", and "5.10.262" of release "5.10.0-46-amd64" where uname -v says "Debian
// 5.10.262-1". The whole release where it starts with no number.
std::string kernel_label(const KernelInfo& kernel);

// A short name for each result, unique among them: the kernel's label; where several have the same,
// also the boot and, if need be, a number.
std::vector<std::string> result_labels(const std::vector<LoadedResult>& results);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_DESCRIBE_H_
