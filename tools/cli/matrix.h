// Several guests: as many at once as the machine has room for, a file each, and an index.
#ifndef TRAMPCHECK_TOOLS_CLI_MATRIX_H_
#define TRAMPCHECK_TOOLS_CLI_MATRIX_H_

#include <cstdint>
#include <vector>

#include "results/index/index.h"
#include "tools/cli/boot.h"

namespace trampcheck {

// How many guests run at a time. In icount one CPU of the host serves each and its load changes no
// figure; elsewhere times depend on it, so that a CPU is left free.
int guests_at_a_time(const VmArgs& args, int host_cpus, int64_t host_memory_mib);

// 1 where a kernel failed a check, whatever else there is: another that lacks a mechanism (4) must
// not hide it. Else the first bad status in their order; 0 where there is none.
int status_of(const std::vector<IndexEntry>& entries);

// Boots all, however many fail; returns status_of() them, 130 where it was interrupted. With
// args.output: writes the index after each guest; with args.resume, leaves out those whose result
// the index has and the file still holds.
int run_matrix(const Environment& environment, const VmArgs& args, const GuestCommand& command,
               const std::vector<Boot>& boots);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_MATRIX_H_
