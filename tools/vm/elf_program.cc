#include "tools/vm/elf_program.h"

#include <elf.h>

#include <cstring>

namespace trampcheck {
namespace {

Elf64_Ehdr header_of(std::string_view bytes) {
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

}  // namespace

bool is_elf_program(std::string_view bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr) || bytes.compare(0, SELFMAG, ELFMAG) != 0) return false;
  const Elf64_Ehdr header = header_of(bytes);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize < sizeof(Elf64_Phdr)) {
    return false;
  }
  const uint64_t table_bytes = uint64_t{header.e_phnum} * header.e_phentsize;
  return header.e_phoff <= bytes.size() && table_bytes <= bytes.size() - header.e_phoff;
}

std::optional<std::string> interpreter_of(std::string_view bytes) {
  if (!is_elf_program(bytes)) return std::nullopt;
  const Elf64_Ehdr header = header_of(bytes);
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * header.e_phentsize, sizeof segment);
    if (segment.p_type != PT_INTERP) continue;
    if (segment.p_offset > bytes.size() || segment.p_filesz > bytes.size() - segment.p_offset) {
      return "";
    }
    const std::string_view path = bytes.substr(segment.p_offset, segment.p_filesz);
    return std::string(path.substr(0, path.find('\0')));
  }
  return std::nullopt;
}

}  // namespace trampcheck
