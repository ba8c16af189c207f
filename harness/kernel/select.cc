#include "harness/kernel/select.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <unordered_set>

#include "harness/kernel/deny.h"
#include "harness/kernel/glob.h"
#include "results/base/sha256.h"

namespace trampcheck {
namespace {

constexpr std::array<ExclusionInfo, static_cast<size_t>(Exclusion::kCount)> kInfo = {{
    {"chosen", "will be attached"},
    {"not_matched", "no --functions pattern or set file names it"},
    {"excluded_by_user", "an --exclude pattern names it"},
    {"pseudo_entry", "stands for a discarded weak function; there is no code to attach to"},
    {"module", "lies in a module; only the core kernel is attached to"},
    {"denied", "dangerous or self-measuring; the deny list says why"},
    {"compiler_suffix",
     "a compiler-made copy (.isra, .constprop, .part, .cold ...) without own BTF"},
    {"not_in_kallsyms", "no text symbol of that name"},
    {"ambiguous_symbol", "several functions bear the name; the kernel would take the first"},
    {"not_in_btf", "no type information, so no trampoline can be built"},
    {"signature", "varargs, struct returned, or more than 12 arguments or 16 bytes in one"},
    {"not_sampled", "not drawn by --sample"},
    {"over_limit", "beyond --limit"},
}};

bool any_matches(const std::vector<Glob>& globs, std::string_view name) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const Glob& glob) { return glob.matches(name); });
}

std::vector<Glob> compile(const std::vector<std::string>& patterns) {
  return {patterns.begin(), patterns.end()};
}

// What the user asked for, ready to be held against each entry.
struct Wanted {
  std::vector<Glob> include;
  std::vector<Glob> exclude;
  std::unordered_set<std::string_view> names;
  bool by_name = false;

  explicit Wanted(const Selection& selection)
      : include(compile(selection.include)), exclude(compile(selection.exclude)) {
    if (!selection.names) return;
    by_name = true;
    names.insert(selection.names->begin(), selection.names->end());
  }

  bool asks_for(std::string_view name) const {
    if (by_name && !names.contains(name)) return false;
    return include.empty() || any_matches(include, name);
  }
};

using NameCounts = std::unordered_map<std::string_view, uint32_t>;

// Decides one entry and fills `target` where it is chosen.
Exclusion judge(const KernelFunctions& kernel, const Wanted& wanted, const NameCounts& repeats,
                const FtraceEntry& entry, Target& target) {
  if (!wanted.asks_for(entry.name)) return Exclusion::kNotMatched;
  if (any_matches(wanted.exclude, entry.name)) return Exclusion::kExcludedByUser;
  if (entry.name.starts_with("__ftrace_invalid_address__")) return Exclusion::kPseudoEntry;
  if (!entry.module.empty()) return Exclusion::kModule;
  if (find_denied(entry.name) != nullptr) return Exclusion::kDenied;
  if (entry.name.find('.') != std::string_view::npos) return Exclusion::kCompilerSuffix;
  const Symbol* symbol = kernel.symbols.find(entry.name);
  if (symbol == nullptr) return Exclusion::kNotInKallsyms;
  if (symbol->count > 1 || repeats.contains(entry.name)) return Exclusion::kAmbiguousSymbol;
  target.btf_id = kernel.btf.function_id(entry.name);
  if (target.btf_id == 0) return Exclusion::kNotInBtf;
  if (!kernel.btf.attachable_signature(target.btf_id)) return Exclusion::kSignature;
  target.name = entry.name;
  target.address = symbol->address;
  return Exclusion::kNone;
}

// Names that stand in the list more than once. A module may bear a core function's name.
NameCounts find_repeats(const std::vector<FtraceEntry>& entries, const Wanted& wanted) {
  NameCounts seen;
  seen.reserve(wanted.include.empty() && !wanted.by_name ? entries.size() : 1024);
  for (const FtraceEntry& entry : entries) {
    if (entry.module.empty() && wanted.asks_for(entry.name)) ++seen[entry.name];
  }
  std::erase_if(seen, [](const auto& item) { return item.second == 1; });
  return seen;
}

// Marks all but `keep` of the chosen entries with `why`; `keep[i]` speaks of the i-th chosen.
void drop(Choice& choice, const std::vector<bool>& keep, Exclusion why) {
  std::vector<Target> kept;
  size_t index = 0;
  for (Exclusion& outcome : choice.outcome) {
    if (outcome != Exclusion::kNone) continue;
    if (keep[index]) {
      kept.push_back(std::move(choice.chosen[index]));
    } else {
      outcome = why;
    }
    ++index;
  }
  choice.chosen = std::move(kept);
}

void apply_sample(Choice& choice, uint64_t wanted, uint64_t seed) {
  const size_t total = choice.chosen.size();
  if (wanted >= total) return;
  // Written out rather than std::shuffle, whose result the standard leaves open: the same seed must
  // draw the same functions everywhere.
  std::mt19937_64 random(seed);
  std::vector<size_t> order(total);
  for (size_t i = 0; i < total; ++i) order[i] = i;
  std::vector<bool> keep(total, false);
  for (size_t i = 0; i < wanted; ++i) {
    // wanted < total: never a division by zero.
    std::swap(order[i],
              order[i + random() % (total - i)]);  // NOLINT(clang-analyzer-core.DivideZero)
    keep[order[i]] = true;
  }
  drop(choice, keep, Exclusion::kNotSampled);
}

void apply_limit(Choice& choice, uint64_t limit) {
  if (limit >= choice.chosen.size()) return;
  std::vector<bool> keep(choice.chosen.size(), false);
  std::fill_n(keep.begin(), limit, true);
  drop(choice, keep, Exclusion::kOverLimit);
}

// Whether the user's own further wishes left it out, rather than the kernel.
bool by_wish(Exclusion outcome) {
  return outcome == Exclusion::kNotMatched || outcome == Exclusion::kExcludedByUser ||
         outcome == Exclusion::kNotSampled || outcome == Exclusion::kOverLimit;
}

// Puts the chosen into the saved set's order and names those that this kernel does not have.
void apply_saved_order(Choice& choice, const std::vector<FtraceEntry>& entries,
                       const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, size_t> rank;
  for (size_t i = 0; i < names.size(); ++i) rank.emplace(names[i], i);
  std::sort(choice.chosen.begin(), choice.chosen.end(),
            [&](const Target& a, const Target& b) { return rank.at(a.name) < rank.at(b.name); });
  std::unordered_set<std::string_view> have;
  for (const Target& target : choice.chosen) have.insert(target.name);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (by_wish(choice.outcome[i])) have.insert(entries[i].name);
  }
  for (const std::string& name : names) {
    if (have.insert(name).second) choice.lost.push_back(name);
  }
}

Error nothing_chosen(const Choice& choice, const Selection& selection) {
  std::string asked = selection.include.empty()
                          ? "the functions asked for"
                          : fmt::format("'{}'", fmt::join(selection.include, "' '"));
  std::string reasons;
  for (size_t i = 1; i < choice.counts.size(); ++i) {
    if (choice.counts[i] == 0 || i == static_cast<size_t>(Exclusion::kNotMatched)) continue;
    reasons +=
        fmt::format("{}{} {}", reasons.empty() ? "" : ", ", choice.counts[i], kInfo[i].reason);
  }
  Error error;
  error.exit = Exit::kUsage;
  error.what = reasons.empty() ? fmt::format("{}: no function of this kernel matches", asked)
                               : fmt::format("{}: nothing can be attached ({})", asked, reasons);
  error.remedy = "see what there is with: trampcheck select --explain";
  return error;
}

}  // namespace

const ExclusionInfo& describe(Exclusion exclusion) { return kInfo[static_cast<size_t>(exclusion)]; }

Expected<KernelFunctions> read_kernel_functions() {
  auto available = read_available_functions();
  if (!available) return available.error();
  auto symbols = read_symbols();
  if (!symbols) return symbols.error();
  auto btf = read_kernel_btf();
  if (!btf) return btf.error();
  return KernelFunctions{std::move(*available), std::move(*symbols), std::move(*btf)};
}

Expected<Choice> choose(const KernelFunctions& kernel, const Selection& selection) {
  const Wanted wanted(selection);
  const auto& entries = kernel.available.entries;
  const NameCounts repeats = find_repeats(entries, wanted);
  Choice choice;
  choice.outcome.resize(entries.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    Target target;
    choice.outcome[i] = judge(kernel, wanted, repeats, entries[i], target);
    if (choice.outcome[i] == Exclusion::kNone) choice.chosen.push_back(std::move(target));
  }
  if (selection.sample) apply_sample(choice, *selection.sample, selection.seed);
  if (selection.limit) apply_limit(choice, *selection.limit);
  if (selection.names) apply_saved_order(choice, entries, *selection.names);
  for (Exclusion outcome : choice.outcome) ++choice.counts[static_cast<size_t>(outcome)];
  if (choice.chosen.empty()) return nothing_chosen(choice, selection);
  return choice;
}

std::string set_hash(const std::vector<Target>& targets) {
  std::vector<std::string_view> names;
  names.reserve(targets.size());
  for (const Target& target : targets) names.push_back(target.name);
  std::sort(names.begin(), names.end());
  std::string text;
  for (std::string_view name : names) text.append(name).append("\n");
  return sha256_hex(text);
}

}  // namespace trampcheck
