#include "results/export/groups.h"

#include <algorithm>
#include <map>
#include <set>

namespace trampcheck {
namespace {

// Rows of the attach suite say themselves which of the two they are.
bool calls_itself_verdict(const ResultRow& row) {
  return row.params.contains("mechanism") && !row.params.contains("phase");
}

}  // namespace

std::vector<Group> group_rows(const RunResult& result) {
  std::set<std::string> ids;
  for (const ResultRow& row : result.results) ids.insert(row.id);
  std::vector<Group> groups;
  std::map<std::string, size_t> index;
  for (const ResultRow& row : result.results) {
    size_t dot = row.id.rfind('.');
    std::string parent = dot == std::string::npos ? "" : row.id.substr(0, dot);
    bool is_phase = !parent.empty() && !calls_itself_verdict(row) &&
                    (row.params.contains("phase") || ids.contains(parent) || !row.metrics.empty());
    const std::string& id = is_phase ? parent : row.id;
    auto [at, is_new] = index.emplace(id, groups.size());
    if (is_new) groups.push_back({.id = id});
    Group& group = groups[at->second];
    if (is_phase) {
      group.phases.push_back({row.id.substr(dot + 1), &row});
    } else {
      group.verdict = &row;
    }
  }
  return groups;
}

bool has_figures(const Group& group) {
  const ResultRow* verdict = group.verdict;
  if (!verdict) return !group.phases.empty();
  return verdict->status != Status::kSkip && (!group.phases.empty() || !verdict->metrics.empty());
}

const Metric* measured(const ResultRow& row, const std::string& name) {
  auto found = row.metrics.find(name);
  return found == row.metrics.end() || found->second.samples.empty() ? nullptr : &found->second;
}

size_t rounds_of(const ResultRow& row) {
  size_t rounds = 0;
  for (const auto& [name, metric] : row.metrics) rounds = std::max(rounds, metric.samples.size());
  return rounds;
}

}  // namespace trampcheck
