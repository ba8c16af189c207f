#include <fmt/format.h>

#include <algorithm>

#include "results/export/compare.h"
#include "results/export/compare_words.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

// Names of files and kernels may hold anything; in a table cell it must stay text on one line.
std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '|':
      case '*':
      case '_':
      case '`':
      case '[':
      case ']':
      case '\\':
      case '~':
        out += '\\';
        out += c;
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

std::string figure(const std::optional<double>& value, const std::string& unit) {
  return value ? human(*value, unit) : "";
}

std::string mark(Verdict verdict) {
  const std::string word = verdict_mark(verdict);
  return verdict == Verdict::kWorse ? "**worse**" : escaped(word);
}

void put_row(std::string& out, const Finding& one) {
  out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", escaped(one.id),
                     escaped(one.metric), figure(one.base, one.unit), figure(one.next, one.unit),
                     change_text(one.ratio), interval_text(one), escaped(p_text(one)),
                     one.n > 0 ? fmt::format("{}", one.n) : "", mark(one.verdict));
}

void put_table_head(std::string& out) {
  out += "| row | metric | base | new | change | interval | p | n | verdict |\n";
  out += "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n";
}

void put_findings(std::string& out, const KernelComparison& kernel) {
  std::vector<const Finding*> moved;
  std::vector<const Finding*> equal;
  for (const Finding& one : kernel.findings) {
    (one.verdict == Verdict::kSame ? equal : moved).push_back(&one);
  }
  if (!moved.empty()) {
    put_table_head(out);
    for (const Finding* one : moved) put_row(out, *one);
    out += '\n';
  }
  if (equal.empty()) return;
  out +=
      fmt::format("<details><summary>{} without a change that counts</summary>\n\n", equal.size());
  put_table_head(out);
  for (const Finding* one : equal) put_row(out, *one);
  out += "\n</details>\n\n";
}

void put_differences(std::string& out, const KernelComparison& kernel) {
  out += "**Not comparable**: these conditions differ.\n\n";
  out += "| condition | base | new |\n| --- | --- | --- |\n";
  for (const Difference& one : kernel.differences) {
    if (one.allowed) continue;
    out +=
        fmt::format("| {} | {} | {} |\n", escaped(one.key), escaped(one.base), escaped(one.next));
  }
  out += '\n';
}

void put_items(std::string& out, const KernelComparison& kernel) {
  std::vector<std::string> items;
  for (const Finding& one : kernel.findings) {
    const bool news = one.verdict == Verdict::kWorse || one.verdict == Verdict::kBetter;
    if (one.metric == "status" && news) items.push_back(one.id + ": " + one.reason);
  }
  for (const Disagreement& one : kernel.disagreements) items.push_back(disagreement_text(one));
  for (Verdict verdict : {Verdict::kMoreRounds, Verdict::kNotComparable}) {
    for (std::string& line : reason_lines(kernel, verdict)) items.push_back(std::move(line));
  }
  for (const std::string& note : kernel.notes) items.push_back(note);
  for (const std::string& item : items) out += "- " + escaped(item) + "\n";
  if (!items.empty()) out += '\n';
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison) {
  std::string out = fmt::format("### Comparison: {}\n\n", escaped(outcome_text(comparison)));
  out += escaped(counts_text(comparison)) + ".\n\n";
  for (const std::string& kernel : comparison.missing) {
    out += fmt::format("- {} is in BASE, not in NEW\n", escaped(kernel));
  }
  for (const std::string& note : comparison.notes) out += "- " + escaped(note) + "\n";
  if (!comparison.missing.empty() || !comparison.notes.empty()) out += '\n';
  for (const KernelComparison& kernel : comparison.kernels) {
    out += "| | |\n| --- | --- |\n";
    for (const auto& [label, text] : header_lines(comparison, kernel)) {
      out += fmt::format("| {} | {} |\n", label, escaped(text));
    }
    out += '\n';
    if (!comparable(kernel)) put_differences(out, kernel);
    put_findings(out, kernel);
    put_items(out, kernel);
  }
  return out;
}

}  // namespace trampcheck
