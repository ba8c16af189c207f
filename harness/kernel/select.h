// Choosing functions: every entry of available_filter_functions ends up chosen, or excluded with
// one reason.
#ifndef TRAMPCHECK_HARNESS_KERNEL_SELECT_H_
#define TRAMPCHECK_HARNESS_KERNEL_SELECT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/kernel/btf.h"
#include "harness/kernel/symbols.h"
#include "harness/kernel/tracefs.h"
#include "results/base/expected.h"

namespace trampcheck {

enum class Exclusion : uint8_t {
  kNone,  // chosen
  kNotMatched,
  kExcludedByUser,
  kPseudoEntry,
  kModule,
  kDenied,
  kCompilerSuffix,
  kNotInKallsyms,
  kAmbiguousSymbol,
  kNotInBtf,
  kSignature,
  kNotSampled,
  kOverLimit,
  kCount,
};

struct ExclusionInfo {
  const char* reason;       // the word used in results
  const char* explanation;  // one line for people
};
const ExclusionInfo& describe(Exclusion exclusion);

struct Selection {
  std::vector<std::string> include;  // globs; empty means everything
  std::vector<std::string> exclude;  // globs
  std::optional<uint64_t> limit;     // the first N, in the kernel's order
  std::optional<uint64_t> sample;    // N drawn by the seed, kept in the kernel's order
  uint64_t seed = 1;
  std::optional<std::vector<std::string>> names;  // a saved set: exactly these, in this order
};

// A function to attach to.
struct Target {
  std::string name;
  uint32_t btf_id = 0;
  uint64_t address = 0;
};

// The kernel's own lists, read once.
struct KernelFunctions {
  AvailableFunctions available;
  Symbols symbols;
  KernelBtf btf;
};

struct Choice {
  std::vector<Target> chosen;
  std::vector<Exclusion> outcome;  // beside KernelFunctions::available.entries
  std::array<int64_t, static_cast<size_t>(Exclusion::kCount)> counts{};
  std::vector<std::string> lost;  // of a saved set: not chosen on this kernel
};

// Reads the three lists. Errors: any of them missing or not readable.
Expected<KernelFunctions> read_kernel_functions();

// Pure: decides for every entry. Errors: nothing chosen (says why not), unknown names only.
Expected<Choice> choose(const KernelFunctions& kernel, const Selection& selection);

// SHA-256 (hex) of the sorted names, one a line: equal sets have equal hashes.
std::string set_hash(const std::vector<Target>& targets);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_SELECT_H_
