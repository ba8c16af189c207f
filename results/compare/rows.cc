#include "results/compare/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "results/compare/counterpart.h"
#include "results/compare/selection.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

// "in ns, lower is better"
std::string measured_as(const Metric& metric) {
  return fmt::format("in {}, {} is better,", metric.unit,
                     metric.better == Better::kLower ? "lower" : "higher");
}

// Samples of one metric, of the boots in which both sides have some.
std::vector<BootSamples> samples_of(const RowPair& row, const std::string& metric) {
  std::vector<BootSamples> boots;
  for (const auto& [base, next] : row.boots) {
    const Metric* from = base ? measured_metric(*base, metric) : nullptr;
    const Metric* to = next ? measured_metric(*next, metric) : nullptr;
    if (from && to) boots.push_back({from->samples, to->samples});
  }
  return boots;
}

// The metric of the first boot that has it at all, measured where any is.
const Metric* example_of(const RowPair& row, const std::string& name, bool next) {
  const Metric* example = nullptr;
  for (const auto& [base, other] : row.boots) {
    const ResultRow* side = next ? other : base;
    if (!side) continue;
    if (const Metric* metric = measured_metric(*side, name)) return metric;
    auto found = side->metrics.find(name);
    if (!example && found != side->metrics.end()) example = &found->second;
  }
  return example;
}

std::set<std::string> metric_names(const RowPair& row) {
  std::set<std::string> names;
  for (const auto& [base, next] : row.boots) {
    for (const ResultRow* side : {base, next}) {
      if (!side) continue;
      for (const auto& [name, metric] : side->metrics) names.insert(name);
    }
  }
  return names;
}

std::optional<double> change_of(const RowPair& row, const std::string& metric) {
  std::vector<double> base;
  std::vector<double> next;
  for (const BootSamples& boot : samples_of(row, metric)) {
    base.push_back(median(boot.base));
    next.push_back(median(boot.next));
  }
  if (base.empty()) return std::nullopt;
  return median(next) - median(base);
}

bool waits_anywhere(const RowPair& row) {
  return std::any_of(row.boots.begin(), row.boots.end(), [](const auto& boot) {
    return (boot.first && waits(*boot.first)) || (boot.second && waits(*boot.second));
  });
}

// The first that there is: not every boot need have the row.
const ResultRow& any_row(const RowPair& row) {
  auto boot = std::find_if(row.boots.begin(), row.boots.end(),
                           [](const auto& one) { return one.first || one.second; });
  return boot->first ? *boot->first : *boot->second;
}

class Weigher {
 public:
  Weigher(Method method, const CompareOptions& options) : method_(method), options_(options) {}

  void add(const RowPair& row) {
    if (belongs_to_closed(row)) return;
    Counterpart counterpart = look_for_counterpart(row, options_);
    const bool all_asked_for = options_.metrics.empty() || options_.common_functions;
    if (counterpart.finding && counterpart.finding->verdict == Verdict::kNotComparable) {
      closed_[row.id] = std::move(counterpart.finding);
      if (all_asked_for || any_selected(row)) tell(row.id);
      return;
    }
    if (all_asked_for && counterpart.finding) {
      evidence_.settled.push_back(std::move(*counterpart.finding));
    }
    if (all_asked_for && !counterpart.note.empty()) {
      evidence_.notes.push_back(std::move(counterpart.note));
    }
    if (counterpart.on_both_sides) add_metrics(row);
  }

  KernelEvidence take() {
    for (const auto& [reason, names] : unmeasured_) {
      evidence_.notes.push_back(
          fmt::format("not measured: {}: {}", fmt::join(names, ", "), reason));
    }
    return std::move(evidence_);
  }

 private:
  // A phase belongs to the row whose id it begins with. What is wrong with that one is told when
  // the first metric that was asked for falls to it.
  bool belongs_to_closed(const RowPair& row) {
    const std::string parent = row.id.substr(0, row.id.rfind('.'));
    if (!closed_.contains(parent) || metric_names(row).empty()) return false;
    if (any_selected(row)) tell(parent);
    return true;
  }

  void tell(const std::string& id) {
    auto& finding = closed_[id];
    if (finding) evidence_.settled.push_back(std::move(*finding));
    finding.reset();
  }

  bool any_selected(const RowPair& row) const {
    const std::set<std::string> names = metric_names(row);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return selects(options_.metrics, row.id, name);
    });
  }

  void add_metrics(const RowPair& row) {
    RowEvidence weighed{row.id, {}, change_of(row, "blocked_ns")};
    for (const std::string& name : metric_names(row)) {
      if (selects(options_.metrics, row.id, name)) add_metric(row, name, weighed);
    }
    if (!weighed.metrics.empty()) evidence_.rows.push_back(std::move(weighed));
  }

  void add_metric(const RowPair& row, const std::string& name, RowEvidence& weighed) {
    const Metric* base = example_of(row, name, /*next=*/false);
    const Metric* next = example_of(row, name, /*next=*/true);
    Question question{samples_of(row, name), Better::kLower, rule_for(name), 0};
    if (question.boots.empty()) return add_unmeasured(row.id, name, base, next);
    if (base->unit != next->unit || base->better != next->better) {
      return refuse(row.id, name,
                    measured_as(*base) + " in BASE, " + measured_as(*next) + " in NEW");
    }
    question.better = base->better;
    question.tolerance = exact_tolerance(phase_of(any_row(row)), name, waits_anywhere(row));
    Evidence evidence = weigh(std::move(question), method_, options_);
    evidence.finding.id = row.id;
    evidence.finding.metric = name;
    evidence.finding.unit = base->unit;
    weighed.metrics.push_back(std::move(evidence));
  }

  void add_unmeasured(const std::string& id, const std::string& name, const Metric* base,
                      const Metric* next) {
    const bool in_base = base && !base->samples.empty();
    const bool in_next = next && !next->samples.empty();
    if (in_base) {
      const std::string why = next && !next->reason.empty() ? next->reason : "no samples";
      refuse(id, name, "not measured in NEW: " + why);
    } else if (in_next) {
      evidence_.notes.push_back(fmt::format("{}.{} is measured in NEW only", id, name));
    } else {
      const std::string reason = base ? base->reason : next ? next->reason : "";
      if (is_named(options_.metrics, id, name)) {
        refuse(id, name, "not measured: " + reason);
      } else {
        unmeasured_[reason].insert(name);
      }
    }
  }

  void refuse(const std::string& id, const std::string& metric, std::string reason) {
    Finding finding;
    finding.id = id;
    finding.metric = metric;
    finding.verdict = Verdict::kNotComparable;
    finding.reason = std::move(reason);
    evidence_.settled.push_back(std::move(finding));
  }

  Method method_;
  const CompareOptions& options_;
  std::map<std::string, std::optional<Finding>> closed_;     // not comparable; empty: told already
  std::map<std::string, std::set<std::string>> unmeasured_;  // reason -> metrics
  KernelEvidence evidence_;
};

}  // namespace

KernelEvidence weigh_rows(const KernelPair& kernel, Method method, const CompareOptions& options) {
  Weigher weigher(method, options);
  for (const RowPair& row : pair_rows(kernel)) weigher.add(row);
  return weigher.take();
}

}  // namespace trampcheck
