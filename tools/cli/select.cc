#include "tools/cli/select.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <map>

#include "harness/kernel/deny.h"
#include "results/base/file.h"
#include "tools/cli/set_file.h"

namespace trampcheck {
namespace {

constexpr size_t kSetBytes = 64 << 20;
constexpr size_t kLostShown = 10;

std::string kernel_release() {
  utsname name{};
  uname(&name);
  return name.release;
}

std::string describe_counts(const KernelFunctions& kernel, const Choice& choice) {
  std::string text = fmt::format("{:>8}  entries in available_filter_functions\n{:>8}  chosen\n",
                                 kernel.available.entries.size(), choice.chosen.size());
  for (size_t i = 1; i < choice.counts.size(); ++i) {
    const ExclusionInfo& info = describe(static_cast<Exclusion>(i));
    if (choice.counts[i] == 0) continue;
    text += fmt::format("{:>8}  {:<17} {}\n", choice.counts[i], info.reason, info.explanation);
  }
  return text;
}

// Every matching function with its fate; not_matched ones are only counted.
std::string describe_each(const KernelFunctions& kernel, const Choice& choice) {
  std::string text;
  for (size_t i = 0; i < choice.outcome.size(); ++i) {
    const Exclusion outcome = choice.outcome[i];
    if (outcome == Exclusion::kNotMatched) continue;
    const FtraceEntry& entry = kernel.available.entries[i];
    text += fmt::format("{:<17} {}", describe(outcome).reason, entry.name);
    if (outcome == Exclusion::kDenied) text += fmt::format("  ({})", find_denied(entry.name)->why);
    if (outcome == Exclusion::kModule) text += fmt::format("  ({})", entry.module);
    text += "\n";
  }
  return text;
}

std::string describe_lost(const Choice& choice, const KernelFunctions& kernel) {
  if (choice.lost.empty()) return "";
  std::map<std::string_view, Exclusion> fate;
  for (size_t i = 0; i < choice.outcome.size(); ++i) {
    fate.emplace(kernel.available.entries[i].name, choice.outcome[i]);
  }
  std::string text =
      fmt::format("{} functions of the set are not to be had on this kernel:", choice.lost.size());
  for (size_t i = 0; i < std::min(kLostShown, choice.lost.size()); ++i) {
    auto found = fate.find(choice.lost[i]);
    text += fmt::format("{} {} ({})", i == 0 ? "" : ",", choice.lost[i],
                        found == fate.end() ? "no such function" : describe(found->second).reason);
  }
  if (choice.lost.size() > kLostShown) text += " ...";
  return text;
}

}  // namespace

Expected<Selection> to_selection(const SelectArgs& args) {
  Selection selection;
  selection.exclude = args.exclude;
  selection.limit = args.limit;
  selection.sample = args.sample;
  selection.seed = args.seed;
  for (const std::string& function : args.functions) {
    if (!function.starts_with('@')) {
      selection.include.push_back(function);
      continue;
    }
    if (selection.names) {
      return Error{0, "--functions takes only one @FILE", "put all names into one file",
                   Exit::kUsage};
    }
    auto text = read_file(function.substr(1), kSetBytes);
    if (!text) {
      Error error = text.error();
      error.exit = Exit::kUsage;
      error.remedy = "make a set file with: trampcheck select -o FILE";
      return error;
    }
    auto names = parse_set(*text, function.substr(1));
    if (!names) return names.error();
    selection.names = std::move(*names);
  }
  return selection;
}

int verb_select(const Environment& environment, const SelectArgs& args) {
  auto selection = to_selection(args);
  if (!selection) return fail(environment, selection.error());
  auto kernel = read_kernel_functions();
  if (!kernel) return fail(environment, kernel.error());
  auto choice = choose(*kernel, *selection);
  if (!choice) return fail(environment, choice.error());
  if (args.explain) {
    environment.print(describe_each(*kernel, *choice) + "\n" + describe_counts(*kernel, *choice));
  }
  if (std::string lost = describe_lost(*choice, *kernel); !lost.empty()) environment.warn(lost);
  std::vector<std::string> names;
  for (const Target& target : choice->chosen) names.push_back(target.name);
  const std::string text = format_set(names, kernel_release());
  if (environment.deliver) {
    environment.deliver(text, true);
  } else if (!args.output.empty()) {
    if (auto written = write_file_atomically(args.output, text); !written) {
      return fail(environment, written.error());
    }
  }
  if (!environment.deliver && args.output.empty() && !args.explain) environment.print(text);
  return 0;
}

}  // namespace trampcheck
