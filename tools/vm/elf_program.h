// The little that has to be known of an ELF program.
#ifndef TRAMPCHECK_TOOLS_VM_ELF_PROGRAM_H_
#define TRAMPCHECK_TOOLS_VM_ELF_PROGRAM_H_

#include <optional>
#include <string>
#include <string_view>

namespace trampcheck {

// Whether the bytes are a 64-bit ELF file with a whole table of segments.
bool is_elf_program(std::string_view bytes);

// The loader that a program asks for (PT_INTERP); nothing for a static one, and for no program.
std::optional<std::string> interpreter_of(std::string_view bytes);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_ELF_PROGRAM_H_
