// What the rows of a matrix have in common, and in what they differ: never mixed silently.
#include <fmt/format.h>

#include <algorithm>

#include "results/export/describe.h"
#include "results/export/groups.h"
#include "results/export/headline.h"

namespace trampcheck {
namespace {

std::string domain_of(const KernelRow& row) {
  return domain_text(row.context().domain, row.context().kernel.cpus_online);
}

std::string functions_of(const KernelRow& row) {
  const auto& set = row.functions();
  if (!set) return "not chosen";
  return set->set_sha256.empty()
             ? fmt::format("{}", set->chosen)
             : fmt::format("{} (set {})", set->chosen, set->set_sha256.substr(0, 8));
}

size_t most_rounds(const RunResult& result) {
  size_t rounds = 0;
  for (const ResultRow& row : result.results) rounds = std::max(rounds, rounds_of(row));
  return rounds;
}

// Empty where nothing was measured.
std::string rounds_of_boots(const KernelRow& row) {
  size_t least = SIZE_MAX;
  size_t most = 0;
  for (const LoadedResult* boot : row.boots) {
    least = std::min(least, most_rounds(boot->result));
    most = std::max(most, most_rounds(boot->result));
  }
  if (most == 0) return "";
  const std::string rounds =
      least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
  const size_t boots = row.boots.size();
  return boots == 1 ? rounds : fmt::format("{} in each of {} boots", rounds, boots);
}

std::string suite_of_run(const RunResult& run) {
  const Context& context = run.context;
  return fmt::format("{} (commit {}{})", context.suite_version, context.suite_commit.substr(0, 12),
                     context.suite_dirty ? ", changed" : "");
}

// Empty on a machine.
std::string qemu_of_run(const RunResult& run) { return run.context.vm ? run.context.vm->qemu : ""; }

// What `describe` says of the row's boots, once where they agree.
std::string of_each_boot(const KernelRow& row, std::string (*describe)(const RunResult& run)) {
  std::vector<std::string> values;
  for (const RunResult* run : row.runs()) {
    const std::string value = describe(*run);
    if (!value.empty() && std::find(values.begin(), values.end(), value) == values.end()) {
      values.push_back(value);
    }
  }
  return fmt::format("{}", fmt::join(values, " and "));
}

std::string suite_of(const KernelRow& row) { return of_each_boot(row, suite_of_run); }

std::string qemu_of(const KernelRow& row) { return of_each_boot(row, qemu_of_run); }

using Describe = std::string (*)(const KernelRow& row);

// "VALUE" where all rows that have one agree; otherwise "VALUE: row, row; VALUE: row".
void add_condition(Conditions& conditions, const Matrix& matrix, const char* label,
                   Describe describe) {
  std::vector<std::pair<std::string, std::vector<std::string>>> values;
  for (const KernelRow& row : matrix.kernels) {
    const std::string value = describe(row);
    if (value.empty()) continue;
    auto found = std::find_if(values.begin(), values.end(),
                              [&](const auto& known) { return known.first == value; });
    if (found == values.end()) found = values.insert(found, {value, {}});
    found->second.push_back(row.label);
  }
  if (values.empty()) return;
  if (values.size() == 1) {
    conditions.common.push_back({label, values.front().first});
    return;
  }
  std::string text = "not alike: ";
  const char* separator = "";
  for (const auto& [value, labels] : values) {
    text += fmt::format("{}{}: {}", separator, value, fmt::join(labels, ", "));
    separator = "; ";
  }
  conditions.differing.push_back({label, text});
}

}  // namespace

Conditions conditions_of(const Matrix& matrix) {
  Conditions conditions;
  add_condition(conditions, matrix, "domain", domain_of);
  add_condition(conditions, matrix, "functions", functions_of);
  add_condition(conditions, matrix, "rounds", rounds_of_boots);
  add_condition(conditions, matrix, "trampcheck", suite_of);
  add_condition(conditions, matrix, "QEMU", qemu_of);
  return conditions;
}

}  // namespace trampcheck
