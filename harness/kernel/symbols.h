// /proc/kallsyms, hashed by name.
#ifndef TRAMPCHECK_HARNESS_KERNEL_SYMBOLS_H_
#define TRAMPCHECK_HARNESS_KERNEL_SYMBOLS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

struct Symbol {
  uint64_t address = 0;  // of the first of that name; 0 where kptr_restrict hides it
  uint32_t count = 0;    // how many text symbols of the core kernel bear the name
};

// The core kernel's text symbols.
class Symbols {
 public:
  Symbols(Symbols&&) = default;
  Symbols& operator=(Symbols&&) = default;
  Symbols(const Symbols&) = delete;  // the copy's views would point into the original
  Symbols& operator=(const Symbols&) = delete;

  // Takes the text of /proc/kallsyms.
  static Symbols parse(std::string text);

  // Null where the name is not a core text symbol.
  const Symbol* find(std::string_view name) const;
  size_t size() const { return by_name_.size(); }

 private:
  Symbols() = default;
  std::string text_;  // the keys of by_name_ point into it
  std::unordered_map<std::string_view, Symbol> by_name_;
};

// Errors: /proc/kallsyms not readable.
Expected<Symbols> read_symbols();

// Names of the BPF trampoline images that are still mapped: `bpf_trampoline_<key>` entries.
// An image outlives its link by the grace periods that guard it.
Expected<std::vector<std::string>> trampoline_images();

// The same from a text of kallsyms.
std::vector<std::string> find_trampoline_images(std::string_view kallsyms);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_SYMBOLS_H_
