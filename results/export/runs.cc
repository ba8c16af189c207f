#include "results/export/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace trampcheck {
namespace {

bool is_part_of_run(const std::string& phase) {
  static const std::set<std::string> kPhases = {"open",   "load",   "attach", "hit",
                                                "detach", "unload", "command"};
  return kPhases.contains(phase);
}

std::string param_text(const ResultRow& row, const std::string& name) {
  auto found = row.params.find(name);
  if (found == row.params.end()) return "";
  if (const auto* number = std::get_if<int64_t>(&found->second)) return fmt::format("{}", *number);
  return std::get<std::string>(found->second);
}

// Removes an option with its value, "--name value" or "--name=value"; says whether it was there.
bool remove_option(std::vector<std::string>& words, const std::string& name) {
  bool was_there = false;
  for (size_t i = 0; i < words.size();) {
    const bool joined = words[i].starts_with(name + "=");
    if (!joined && words[i] != name) {
      ++i;
      continue;
    }
    const size_t count = joined ? 1 : std::min<size_t>(2, words.size() - i);
    words.erase(words.begin() + static_cast<ptrdiff_t>(i),
                words.begin() + static_cast<ptrdiff_t>(i + count));
    was_there = true;
  }
  return was_there;
}

// What follows "--" ran in the guest.
std::vector<std::string> guest_words(const std::vector<std::string>& argv) {
  auto begin = std::find(argv.begin(), argv.end(), "--");
  begin = begin == argv.end() ? argv.begin() : begin + 1;
  if (begin != argv.end() && *begin == "trampcheck") ++begin;
  return {begin, argv.end()};
}

}  // namespace

RunSamples run_samples(const Group& group, const std::string& metric) {
  RunSamples sum;
  bool first = true;
  for (const Phase& phase : group.phases) {
    if (!is_part_of_run(phase.name)) continue;
    auto found = phase.row->metrics.find(metric);
    if (found == phase.row->metrics.end()) return {{}, "not measured"};
    const std::vector<int64_t>& samples = found->second.samples;
    if (samples.empty()) return {{}, found->second.reason};
    // A round that ended early may lack its last phases.
    const size_t runs = first ? samples.size() : std::min(sum.samples.size(), samples.size());
    sum.samples.resize(runs);
    for (size_t i = 0; i < runs; ++i) sum.samples[i] += samples[i];
    first = false;
  }
  if (sum.samples.empty()) sum.reason = "not run";
  return sum;
}

std::string run_command(const Context& context, const Group& group) {
  const ResultRow* row = group.verdict ? group.verdict : nullptr;
  if (!row && !group.phases.empty()) row = group.phases.front().row;
  if (!row) return "trampcheck";
  if (std::string command = param_text(*row, "command"); !command.empty()) return command;
  std::vector<std::string> words = guest_words(context.argv);
  if (words.size() < 2 || words[0] != "run")
    words = {"run", group.id.substr(0, group.id.find('.'))};
  std::string text = fmt::format("trampcheck {} {}", words[0], words[1]);
  words.erase(words.begin(), words.begin() + 2);
  std::string mechanism = param_text(*row, "mechanism");
  if (mechanism.empty()) mechanism = group.id.substr(group.id.find('.') + 1);
  remove_option(words, "--mechanism");
  text += " --mechanism " + mechanism;
  if (remove_option(words, "--scale")) text += " --scale " + param_text(*row, "functions");
  for (const std::string& word : words) text += " " + word;
  return text;
}

}  // namespace trampcheck
