#include "results/compare/counterpart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "results/compare/conditions.h"

namespace trampcheck {
namespace {

// How often, not what: more rounds of the same are comparable.
const std::set<std::string_view> kHowOften = {"rounds", "warmup"};

std::string text_of(const ParamValue& value) {
  return std::visit([](const auto& plain) { return fmt::format("{}", plain); }, value);
}

// What one side says of a row in all of its boots.
struct Summed {
  const ResultRow* gravest = nullptr;  // the row with the gravest status; null: no such row
  std::map<std::string, std::set<std::string>> params;
  std::set<int64_t> attached;
};

int gravity(Status status) {
  constexpr Status kOrder[] = {Status::kSkip, Status::kDone,  Status::kPass,
                               Status::kMiss, Status::kError, Status::kFail};
  return static_cast<int>(std::find(std::begin(kOrder), std::end(kOrder), status) -
                          std::begin(kOrder));
}

Summed sum_up(const RowPair& row, bool next) {
  Summed side;
  for (const auto& [base, other] : row.boots) {
    const ResultRow* one = next ? other : base;
    if (!one) continue;
    if (!side.gravest || gravity(one->status) > gravity(side.gravest->status)) side.gravest = one;
    for (const auto& [name, value] : one->params) {
      if (!kHowOften.contains(name)) side.params[name].insert(text_of(value));
    }
    if (one->counts) side.attached.insert(one->counts->attached);
  }
  return side;
}

// A row that is DONE and has no figures only carries log lines.
bool was_measured(const Summed& side) {
  if (!side.gravest) return false;
  const Status status = side.gravest->status;
  return status == Status::kPass || status == Status::kFail ||
         (status == Status::kDone && !side.gravest->metrics.empty());
}

bool failed(const Summed& side) { return side.gravest && side.gravest->status == Status::kFail; }

bool passed(const Summed& side) { return side.gravest && side.gravest->status == Status::kPass; }

std::string status_text(const Summed& side, const char* where) {
  if (!side.gravest) return fmt::format("no such row in {}", where);
  const std::string& reason = side.gravest->reason;
  return fmt::format("{} in {}{}", to_string(side.gravest->status), where,
                     reason.empty() ? "" : ": " + reason);
}

Finding row_finding(const std::string& id, const char* metric, Verdict verdict,
                    std::string reason) {
  Finding finding;
  finding.id = id;
  finding.metric = metric;
  finding.verdict = verdict;
  finding.reason = std::move(reason);
  return finding;
}

void judge_status(const std::string& id, const Summed& base, const Summed& next,
                  Counterpart& counterpart) {
  const std::string both =
      fmt::format("{}; {}", status_text(base, "BASE"), status_text(next, "NEW"));
  if (failed(next) && !failed(base)) {
    counterpart.finding = row_finding(id, "status", Verdict::kWorse, both);
  } else if (was_measured(base) && !was_measured(next)) {
    counterpart.finding = row_finding(id, "status", Verdict::kNotComparable, both);
  } else if (failed(base) && !failed(next)) {
    counterpart.finding = row_finding(id, "status", Verdict::kBetter, both);
  } else if (failed(base)) {
    counterpart.note = fmt::format("{}: FAIL on both sides", id);
  } else if (was_measured(next) && !was_measured(base)) {
    counterpart.note = fmt::format("{}: {}", id, status_text(base, "BASE"));
  } else if (passed(base) && passed(next)) {
    counterpart.finding = row_finding(id, "status", Verdict::kSame, "PASS on both sides");
  }
}

bool may_differ(const std::string& param, const CompareOptions& options) {
  const bool functions_may = options.common_functions || options.across.contains("functions");
  return (param == "functions" && functions_may) || allows(options.across, "params." + param);
}

// What of the parameters is not the same; empty where all that must be is.
std::string param_difference(const Summed& base, const Summed& next,
                             const CompareOptions& options) {
  auto names = base.params;
  names.insert(next.params.begin(), next.params.end());
  for (const auto& [name, ignored] : names) {
    auto from = base.params.find(name);
    auto to = next.params.find(name);
    const std::set<std::string> none = {"nothing"};
    const auto& ours = from == base.params.end() ? none : from->second;
    const auto& theirs = to == next.params.end() ? none : to->second;
    if ((ours == theirs && ours.size() == 1) || may_differ(name, options)) continue;
    return fmt::format("params.{} is {} in BASE, {} in NEW; allow it with --across params.{}", name,
                       fmt::join(ours, " and "), fmt::join(theirs, " and "), name);
  }
  return "";
}

std::string attached_difference(const Summed& base, const Summed& next,
                                const CompareOptions& options) {
  const bool may = options.common_functions || options.across.contains("functions") ||
                   options.across.contains("attached");
  if (may || base.attached.empty() || next.attached.empty()) return "";
  if (base.attached == next.attached && base.attached.size() == 1) return "";
  return fmt::format(
      "{} functions attached in BASE, {} in NEW; compare --common-functions, or allow it with "
      "--across attached",
      fmt::join(base.attached, " and "), fmt::join(next.attached, " and "));
}

}  // namespace

std::vector<RowPair> pair_rows(const KernelPair& kernel) {
  std::vector<RowPair> rows;
  std::unordered_map<std::string_view, size_t> index;
  auto place = [&](const ResultRow& row, size_t boot, bool next) {
    auto [at, is_new] = index.emplace(row.id, rows.size());
    if (is_new) rows.push_back({row.id, {kernel.boots.size(), {nullptr, nullptr}}});
    auto& pair = rows[at->second].boots[boot];
    (next ? pair.second : pair.first) = &row;
  };
  for (bool next : {false, true}) {
    for (size_t boot = 0; boot < kernel.boots.size(); ++boot) {
      const LoadedResult& one = next ? *kernel.boots[boot].next : *kernel.boots[boot].base;
      for (const ResultRow& row : one.result.results) place(row, boot, next);
    }
  }
  return rows;
}

Counterpart look_for_counterpart(const RowPair& row, const CompareOptions& options) {
  const Summed base = sum_up(row, /*next=*/false);
  const Summed next = sum_up(row, /*next=*/true);
  Counterpart counterpart;
  counterpart.on_both_sides = base.gravest && next.gravest;
  judge_status(row.id, base, next, counterpart);
  if (!counterpart.on_both_sides) return counterpart;
  if (counterpart.finding && counterpart.finding->verdict != Verdict::kSame) return counterpart;
  std::string why = param_difference(base, next, options);
  if (why.empty()) why = attached_difference(base, next, options);
  if (!why.empty()) {
    counterpart.finding = row_finding(row.id, "params", Verdict::kNotComparable, std::move(why));
  }
  return counterpart;
}

const Metric* measured_metric(const ResultRow& row, const std::string& name) {
  auto found = row.metrics.find(name);
  return found == row.metrics.end() || found->second.samples.empty() ? nullptr : &found->second;
}

}  // namespace trampcheck
