// Making an empty guest fit to run in: file systems, limits, quiet.
#ifndef TRAMPCHECK_TOOLS_VM_GUEST_SETUP_H_
#define TRAMPCHECK_TOOLS_VM_GUEST_SETUP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

// Mounts proc, sysfs, devtmpfs, tracefs, debugfs, bpffs and a tmpfs on /tmp. Returns a line for
// each that this kernel would not give; none is needed to send results.
std::vector<std::string> mount_guest_filesystems();

// Raises fs.nr_open, fs.file-max, RLIMIT_NOFILE and RLIMIT_MEMLOCK, for 20,000 links and more.
// Returns a line for each that could not be raised.
std::vector<std::string> raise_guest_limits();

// The result port, raw and at full speed. Errors: errno of open or of the terminal calls.
Expected<Fd> open_result_port(const char* path);

// Waits until kernel threads leave the processors alone: jitter entropy, deferred initcalls and the
// like go on for a second or two after init starts and show in every clock but the process's own.
// Waits too until the kernel has settled on its clock source.
// Returns the milliseconds waited, at most `limit_ms`.
int64_t wait_until_idle(int64_t limit_ms);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_GUEST_SETUP_H_
