// The kernels that the suite builds itself: a distribution's source, and patches that take
// trampolines out of ftrace's hands, each on top of the one before.
#ifndef TRAMPCHECK_TOOLS_KERNELS_BUILD_VARIANTS_H_
#define TRAMPCHECK_TOOLS_KERNELS_BUILD_VARIANTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

struct Patch {
  std::string_view name;  // of its file under tools/kernels/variants
  std::string_view text;
};

// base, poke, poke_batch, poke_batch_ipi: in the order in which they build upon each other.
std::vector<std::string> variant_names();

// The patches that make `variant` of `series`, in order. Errors, kUsage: there is no such variant;
// kEnvironment: the variant has no patch for this series.
Expected<std::vector<Patch>> patches_of(std::string_view variant, std::string_view series);

// Every file that one of the patches changes or adds, once each, in order.
std::vector<std::string> files_touched(const std::vector<Patch>& patches);

// The options that are added to a kernel's tinyconfig.
std::string_view config_fragment();

// "7.3-poke" -> {"7.3", "poke"}: a kernel of a variant. Nothing for any other text.
struct VariantName {
  std::string series;
  std::string variant;  // empty for text that names none
};
VariantName parse_variant_name(std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_BUILD_VARIANTS_H_
