#include <fmt/format.h>

#include <algorithm>

#include "results/export/compare.h"
#include "results/export/compare_words.h"
#include "results/export/layout.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

using Row = std::vector<std::string>;

constexpr size_t kEqualShown = 40;
constexpr size_t kValueColumns = 36;

std::string figure(const std::optional<double>& value, const std::string& unit) {
  return value ? human(*value, unit) : "-";
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

// "fentry.detach wall": the suite is said above, and every time is in ns.
std::string short_name(const Finding& finding, const std::string& suite) {
  std::string id = finding.id;
  if (id.starts_with(suite)) id = id.substr(suite.size());
  std::string metric = finding.metric;
  if (metric.ends_with("_ns")) metric.resize(metric.size() - 3);
  return plain(id + " " + metric);
}

// "attach." where all ids begin with it.
std::string common_suite(const std::vector<Finding>& findings) {
  std::string suite;
  for (const Finding& finding : findings) {
    const std::string word = finding.id.substr(0, finding.id.find('.') + 1);
    if (!suite.empty() && word != suite) return "";
    suite = word;
  }
  return suite;
}

size_t width_of(const std::vector<Row>& rows, size_t column) {
  size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row[column].size());
  return width;
}

// Cuts the names in the middle where the table would be too wide.
void fit(std::vector<Row>& rows) {
  size_t others = 0;
  for (size_t i = 1; i < rows.front().size(); ++i) others += 2 + width_of(rows, i);
  const size_t columns =
      std::max<size_t>(12, kTextColumns - 2 - std::min(others, kTextColumns - 2));
  for (Row& row : rows) {
    std::string& name = row.front();
    if (name.size() <= columns) continue;
    const size_t tail = columns / 2;
    name = name.substr(0, columns - tail - 2) + ".." + name.substr(name.size() - tail);
  }
}

// Of the whole table only what moved and some of what did not; the rest is counted.
void put_findings(std::string& out, const KernelComparison& kernel) {
  const std::string suite = common_suite(kernel.findings);
  const bool chance = kernel.method != Method::kExact;
  std::vector<Row> rows = {{suite + "*", "base", "new", "change", "interval"}};
  if (chance) rows[0].insert(rows[0].end(), {"p"});
  rows[0].insert(rows[0].end(), {"n", "verdict"});
  size_t equal = 0;
  for (const Finding& one : kernel.findings) {
    if (one.metric == "status" || one.verdict == Verdict::kNotComparable) continue;
    if (one.verdict == Verdict::kSame && ++equal > kEqualShown) continue;
    Row row = {short_name(one, suite), figure(one.base, one.unit), figure(one.next, one.unit),
               or_dash(change_text(one.ratio)), or_dash(interval_text(one))};
    if (chance) row.push_back(or_dash(p_text(one)));
    row.insert(row.end(), {fmt::format("{}", one.n), verdict_mark(one.verdict)});
    rows.push_back(std::move(row));
  }
  if (rows.size() == 1) return;
  out += '\n';
  fit(rows);
  put_table(out, rows);
  if (equal > kEqualShown) out += fmt::format("  and {} more that are ~\n", equal - kEqualShown);
  out += '\n';
}

void put_statuses(std::string& out, const KernelComparison& kernel) {
  const std::vector<std::string> passed = reason_lines(kernel, Verdict::kSame);
  for (const std::string& line : passed) put_paragraph(out, "checks", line);
  for (const Finding& one : kernel.findings) {
    if (one.metric != "status") continue;
    if (one.verdict != Verdict::kWorse && one.verdict != Verdict::kBetter) continue;
    put_paragraph(out, to_string(one.verdict), one.id + ": " + one.reason);
  }
}

std::string cut(const std::string& text) {
  const std::string safe = plain(text);
  return safe.size() <= kValueColumns ? safe : safe.substr(0, kValueColumns - 2) + "..";
}

void put_differences(std::string& out, const KernelComparison& kernel) {
  out += "\nnot comparable: these conditions differ\n";
  std::vector<Row> rows = {{"condition", "base", "new"}};
  for (const Difference& one : kernel.differences) {
    if (!one.allowed) rows.push_back({plain(one.key), cut(one.base), cut(one.next)});
  }
  fit(rows);
  put_table(out, rows);
}

void put_kernel(std::string& out, const Comparison& comparison, const KernelComparison& kernel) {
  for (const auto& [label, text] : header_lines(comparison, kernel)) {
    put_paragraph(out, label, text);
  }
  if (!comparable(kernel)) {
    put_differences(out, kernel);
  } else {
    put_findings(out, kernel);
  }
  put_statuses(out, kernel);
  for (const Disagreement& one : kernel.disagreements) {
    put_paragraph(out, "clocks", disagreement_text(one));
  }
  for (const std::string& line : reason_lines(kernel, Verdict::kMoreRounds)) {
    put_paragraph(out, "more rounds", line);
  }
  for (const std::string& line : reason_lines(kernel, Verdict::kNotComparable)) {
    put_paragraph(out, "not compared", line);
  }
  for (const std::string& note : kernel.notes) put_paragraph(out, "note", note);
}

}  // namespace

std::string comparison_summary(const Comparison& comparison) {
  std::string out;
  put_paragraph(out, "verdicts", counts_text(comparison));
  put_paragraph(out, "result", outcome_text(comparison));
  return out;
}

std::string comparison_text(const Comparison& comparison) {
  std::string out;
  for (const KernelComparison& kernel : comparison.kernels) {
    if (!out.empty()) out += '\n' + std::string(kTextColumns, '-') + "\n\n";
    put_kernel(out, comparison, kernel);
  }
  if (!out.empty()) out += '\n';
  for (const std::string& kernel : comparison.missing) {
    put_paragraph(out, "missing", kernel + " is in BASE, not in NEW");
  }
  for (const std::string& note : comparison.notes) put_paragraph(out, "note", note);
  return out + comparison_summary(comparison);
}

}  // namespace trampcheck
