// Taking a program of the host's into a guest.
#ifndef TRAMPCHECK_TOOLS_VM_PACK_H_
#define TRAMPCHECK_TOOLS_VM_PACK_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"
#include "tools/vm/qemu.h"

namespace trampcheck {

// The program as /bin/NAME, the loader where the program wants it, and all libraries in /lib, where
// the loader looks without being told. The files are read when the initramfs is built. Errors: no
// ELF program; a library is missing.
Expected<std::vector<GuestFile>> pack_program(const std::string& path);

// Paths of libraries, from what `ld.so --list PROGRAM` prints. Errors: one of them was not found.
Expected<std::vector<std::string>> parse_loader_list(std::string_view text,
                                                     const std::string& program);

// What they come to. Files that cannot be looked at count nothing.
int64_t bytes_of(const std::vector<GuestFile>& files);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_PACK_H_
