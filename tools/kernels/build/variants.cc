#include "tools/kernels/build/variants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "tools/kernels/packages.h"
#include "tools/kernels/text.h"
#include "tools/kernels/variants/embedded.h"

namespace trampcheck {
namespace {

constexpr std::array<std::string_view, 4> kVariants = {"base", "poke", "poke_batch",
                                                       "poke_batch_ipi"};

// One patch of a variant, and the series it is for: from the first to before the second. A part
// does nothing by itself: another patch calls it.
struct Step {
  std::string_view variant;
  std::string_view name;
  std::string_view text;
  std::string_view from;
  std::string_view before;
  bool part = false;
};

constexpr std::array<Step, 15> kSteps = {{
    {"base", "base.patch", kBase, "5.10", "8.0"},
    {"poke", "poke-5.10.patch", kPoke510, "5.10", "5.11"},
    {"poke", "poke-6.1.patch", kPoke61, "6.1", "7.0"},
    {"poke", "poke-7.2.patch", kPoke72, "7.2", "8.0"},
    {"poke_batch", "poke_batch-sites.patch", kSites, "5.10", "8.0", /*part=*/true},
    {"poke_batch", "poke_batch-file.patch", kFile, "5.10", "7.0", /*part=*/true},
    {"poke_batch", "poke_batch-links-5.10.patch", kLinks510, "5.10", "5.11"},
    {"poke_batch", "poke_batch-links-6.1.patch", kLinks61, "6.1", "6.2"},
    {"poke_batch", "poke_batch-links-6.12.patch", kLinks612, "6.12", "6.13"},
    {"poke_batch", "poke_batch-multi-7.2.patch", kMulti72, "7.2", "7.3"},
    {"poke_batch", "poke_batch-multi-7.3.patch", kMulti73, "7.3", "8.0"},
    {"poke_batch_ipi", "poke_batch_ipi-5.10.patch", kIpi510, "5.10", "5.11"},
    {"poke_batch_ipi", "poke_batch_ipi-6.1.patch", kIpi61, "6.1", "6.2"},
    {"poke_batch_ipi", "poke_batch_ipi-6.12.patch", kIpi612, "6.12", "6.13"},
    {"poke_batch_ipi", "poke_batch_ipi-7.2.patch", kIpi72, "7.2", "8.0"},
}};

bool is_for(const Step& step, std::string_view series) {
  return !series_before(series, step.from) && series_before(series, step.before);
}

bool has_variant(std::string_view variant, std::string_view series) {
  return std::any_of(kSteps.begin(), kSteps.end(), [&](const Step& step) {
    return step.variant == variant && is_for(step, series) && !step.part;
  });
}

}  // namespace

std::vector<std::string> variant_names() { return {kVariants.begin(), kVariants.end()}; }

Expected<std::vector<Patch>> patches_of(std::string_view variant, std::string_view series) {
  auto wanted = std::find(kVariants.begin(), kVariants.end(), variant);
  if (wanted == kVariants.end()) {
    return Error{0, fmt::format("there is no variant '{}'", variant),
                 fmt::format("there are {}", fmt::join(kVariants, ", ")), Exit::kUsage};
  }
  std::vector<Patch> patches;
  for (auto one = kVariants.begin(); one <= wanted; ++one) {
    if (!has_variant(*one, series)) {
      return Error{0, fmt::format("the variant {} has no patch for {}", *one, series),
                   "variants are written for 5.10, 6.1, 6.12, 7.2 and 7.3"};
    }
    for (const Step& step : kSteps) {
      if (step.variant == *one && is_for(step, series)) patches.push_back({step.name, step.text});
    }
  }
  return patches;
}

std::vector<std::string> files_touched(const std::vector<Patch>& patches) {
  std::vector<std::string> files;
  for (const Patch& patch : patches) {
    for (std::string_view line : split_lines(patch.text)) {
      if (line.starts_with("+++ b/")) files.emplace_back(trim(line.substr(6)));
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::string_view config_fragment() { return kConfig; }

VariantName parse_variant_name(std::string_view text) {
  size_t dash = text.find('-');
  if (dash == std::string_view::npos || !is_series(text.substr(0, dash))) return {};
  std::string_view variant = text.substr(dash + 1);
  if (std::find(kVariants.begin(), kVariants.end(), variant) == kVariants.end()) return {};
  return {std::string(text.substr(0, dash)), std::string(variant)};
}

}  // namespace trampcheck
