#include "results/export/matrix.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "results/export/describe.h"
#include "results/export/groups.h"
#include "results/export/scale.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

constexpr double kCommonShare = 0.9;

struct Source {
  const char* phase;
  const char* metric;
};
// By Figure.
constexpr std::array<Source, kFigures.size()> kSources = {
    {{"attach", "cpu_ns"}, {"attach", "wall_ns"}, {"detach", "cpu_ns"}, {"detach", "wall_ns"}}};

size_t index_of(Figure figure) { return static_cast<size_t>(figure); }

std::string word(const ResultRow& row, const std::string& param) {
  auto found = row.params.find(param);
  if (found == row.params.end()) return "";
  const std::string* text = std::get_if<std::string>(&found->second);
  return text ? *text : "";
}

// Gravest first, in KCIDB's order.
int grade(Status status) {
  constexpr std::array<Status, 6> kOrder = {Status::kFail, Status::kError, Status::kMiss,
                                            Status::kPass, Status::kDone,  Status::kSkip};
  return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), status) - kOrder.begin());
}

void add_samples(Cell& cell, const Group& group, double attached) {
  for (Figure figure : kFigures) {
    const Source& source = kSources[index_of(figure)];
    for (const Phase& phase : group.phases) {
      const Metric* metric =
          phase.name == source.phase ? measured(*phase.row, source.metric) : nullptr;
      if (!metric) continue;
      for (int64_t sample : metric->samples) {
        cell.ns_per_function[index_of(figure)].push_back(static_cast<double>(sample) / attached);
      }
    }
  }
}

void add_group(Cell& cell, const Group& group) {
  const ResultRow* verdict = group.verdict;
  const Status status = verdict ? verdict->status : Status::kMiss;
  if (!cell.status || grade(status) < grade(*cell.status)) {
    cell.status = status;
    cell.reason = verdict ? verdict->reason : "ended before its verdict";
  }
  const bool figures = verdict && verdict->counts && verdict->counts->attached > 0 &&
                       (status == Status::kPass || status == Status::kDone);
  if (figures) add_samples(cell, group, static_cast<double>(verdict->counts->attached));
}

using Identity = std::tuple<std::string, int64_t, std::string, std::string, std::string,
                            std::string, std::map<std::string, std::string>, std::string>;

Identity identity_of(const RunResult& result) {
  const Context& context = result.context;
  const KernelInfo& kernel = context.kernel;
  return {context.domain,
          kernel.cpus_online,
          kernel.release,
          kernel.version,
          kernel.config_sha256.value_or(""),
          kernel.cmdline,
          kernel.knobs,
          result.functions ? result.functions->set_sha256 : ""};
}

bool comes_before(const KernelRow& a, const KernelRow& b) {
  const Context& left = a.context();
  const Context& right = b.context();
  if (left.domain != right.domain) return left.domain < right.domain;
  if (left.kernel.cpus_online != right.kernel.cpus_online) {
    return left.kernel.cpus_online < right.kernel.cpus_online;
  }
  return strverscmp(a.label.c_str(), b.label.c_str()) < 0;
}

template <typename Value>
bool all_the_same(const std::vector<KernelRow>& rows, Value value) {
  return std::all_of(rows.begin(), rows.end(),
                     [&](const KernelRow& row) { return value(row) == value(rows.front()); });
}

// Twins get their full release, and where that is not enough a number.
void make_unique(std::vector<KernelRow>& rows) {
  std::map<std::string, std::set<std::string>> releases;
  for (const KernelRow& row : rows) {
    releases[row.label].insert(row.context().kernel.release);
  }
  for (KernelRow& row : rows) {
    if (releases[row.label].size() > 1) row.label = row.context().kernel.release;
  }
}

void number_twins(std::vector<KernelRow>& rows) {
  std::map<std::string, int> count;
  for (KernelRow& row : rows) {
    const int number = ++count[row.label];
    if (number > 1) row.label += fmt::format(" ({})", number);
  }
}

void name_rows(std::vector<KernelRow>& rows) {
  for (KernelRow& row : rows) {
    const std::string label = kernel_label(row.context().kernel);
    row.label = label.empty() ? "unknown" : label;
  }
  make_unique(rows);
  std::stable_sort(rows.begin(), rows.end(), comes_before);
  const bool one_domain =
      all_the_same(rows, [](const KernelRow& row) { return row.context().domain; });
  const bool one_count =
      all_the_same(rows, [](const KernelRow& row) { return row.context().kernel.cpus_online; });
  for (KernelRow& row : rows) {
    if (!one_domain) row.label += " " + row.context().domain;
    if (!one_count) row.label += fmt::format(" x{}", row.context().kernel.cpus_online);
  }
  number_twins(rows);
}

void fill_cells(Matrix& matrix) {
  std::map<std::string, size_t> columns;
  for (size_t i = 0; i < matrix.mechanisms.size(); ++i) columns[matrix.mechanisms[i]] = i;
  for (KernelRow& row : matrix.kernels) {
    row.cells.resize(matrix.mechanisms.size());
    for (const LoadedResult* boot : row.boots) {
      for (const Group& group : group_rows(boot->result)) {
        const std::string mechanism = plain_mechanism(group);
        if (columns.contains(mechanism)) add_group(row.cells[columns[mechanism]], group);
      }
    }
  }
}

// A command from outside does not say what of it was attaching.
bool measures_no_attach(const Group& group) {
  return !group.phases.empty() &&
         std::none_of(group.phases.begin(), group.phases.end(), [](const Phase& phase) {
           return phase.name == "attach" || phase.name == "detach";
         });
}

std::vector<std::string> mechanisms_of(const std::vector<LoadedResult>& results) {
  std::vector<std::string> mechanisms;
  std::set<std::string> seen = {""};
  std::set<std::string> others;
  std::set<std::string> by_size;  // somewhere: where not, there is no figure to show
  std::set<std::string> whole;
  for (const LoadedResult& loaded : results) {
    for (const Group& group : group_rows(loaded.result)) {
      const std::string name = plain_mechanism(group);
      if (measures_no_attach(group)) others.insert(name);
      if (auto part = sized(group)) by_size.insert(part->mechanism);
      if (group.verdict && group.verdict->counts) whole.insert(name);
      if (seen.insert(name).second) mechanisms.push_back(name);
    }
  }
  std::erase_if(mechanisms, [&](const std::string& name) {
    return others.contains(name) || (by_size.contains(name) && !whole.contains(name));
  });
  return mechanisms;
}

}  // namespace

std::string plain_mechanism(const Group& group) {
  constexpr std::string_view kSuite = "attach.";
  const ResultRow* row = group.verdict;
  if (!row && !group.phases.empty()) row = group.phases.front().row;
  if (!row || !group.id.starts_with(kSuite)) return "";
  const std::string rest = group.id.substr(kSuite.size());
  const std::string mechanism = word(*row, "mechanism");
  if (mechanism.empty()) return rest.find('.') == std::string::npos ? rest : "";
  return rest == mechanism ? mechanism : "";
}

bool Cell::sound() const {
  return status && (*status == Status::kPass || *status == Status::kDone);
}

std::optional<double> Cell::median_of(Figure figure) const {
  const auto& samples = ns_per_function[index_of(figure)];
  if (!sound() || samples.empty()) return std::nullopt;
  return median(samples);
}

std::vector<const RunResult*> KernelRow::runs() const {
  std::vector<const RunResult*> runs;
  runs.reserve(boots.size());
  for (const LoadedResult* boot : boots) runs.push_back(&boot->result);
  return runs;
}

Matrix make_matrix(const std::vector<LoadedResult>& results) {
  Matrix matrix;
  std::map<Identity, size_t> rows;
  for (const LoadedResult& loaded : results) {
    auto [at, is_new] = rows.emplace(identity_of(loaded.result), matrix.kernels.size());
    if (is_new) matrix.kernels.emplace_back();
    matrix.kernels[at->second].boots.push_back(&loaded);
  }
  name_rows(matrix.kernels);
  matrix.mechanisms = mechanisms_of(results);
  fill_cells(matrix);
  return matrix;
}

const Cell* find_cell(const Matrix& matrix, const KernelRow& row, const std::string& mechanism) {
  for (size_t i = 0; i < matrix.mechanisms.size(); ++i) {
    if (matrix.mechanisms[i] == mechanism) return &row.cells[i];
  }
  return nullptr;
}

bool alike(const KernelRow& a, const KernelRow& b) {
  if (a.context().domain != b.context().domain) return false;
  if (a.context().kernel.cpus_online != b.context().kernel.cpus_online) return false;
  if (!a.functions() || !b.functions()) return false;
  if (a.functions()->set_sha256 == b.functions()->set_sha256) return true;
  std::set<std::string_view> names(a.functions()->names.begin(), a.functions()->names.end());
  size_t common = 0;
  for (const std::string& name : b.functions()->names) common += names.contains(name);
  const size_t larger = std::max(names.size(), b.functions()->names.size());
  return larger > 0 && static_cast<double>(common) >= kCommonShare * static_cast<double>(larger);
}

}  // namespace trampcheck
