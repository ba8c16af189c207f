#include "results/export/text_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "results/export/layout.h"
#include "results/export/units.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

// The file has all of them; a table is read for the first few.
constexpr size_t kShownNames = 3;
constexpr size_t kShownLogLines = 10;

std::string first_names(const std::vector<std::string>& names) {
  std::vector<std::string> shown = names;
  if (names.size() <= kShownNames) return fmt::format("{}", fmt::join(shown, ", "));
  shown.resize(kShownNames);
  return fmt::format("{}, ...", fmt::join(shown, ", "));
}

void put_counts(std::string& out, const Counts& counts) {
  put_paragraph(out, "  counts",
                fmt::format("requested {} = attached {} + failed {} + skipped {}", counts.requested,
                            counts.attached, counts.failed, counts.skipped));
}

void put_hits(std::string& out, const std::vector<HitCheck>& hits) {
  if (hits.empty()) return;
  int64_t called = 0;
  int64_t counted = 0;
  int64_t late = 0;
  std::vector<std::string> wrong;
  for (const HitCheck& hit : hits) {
    called += hit.called;
    counted += hit.counted;
    late += hit.counted_after_detach;
    if (hit.counted == hit.called && hit.counted_after_detach == 0) continue;
    wrong.push_back(fmt::format("{} {}/{}", hit.function, hit.counted, hit.called));
  }
  std::string text = fmt::format("{} of {} calls of {} functions counted, {} after detach", counted,
                                 called, hits.size(), late);
  if (!wrong.empty()) text += "; wrong: " + first_names(wrong);
  put_paragraph(out, "  hits", text);
}

// Only what was checked can be said to be clean: a row with a verdict and counts was.
void put_leaks(std::string& out, const ResultRow& row) {
  if (row.leaks.empty() && row.counts) put_paragraph(out, "  leaks", "none");
  for (const Leak& leak : row.leaks) {
    std::string text = fmt::format("{}: {} before, {} after", leak.kind, leak.before, leak.after);
    if (!leak.names.empty()) text += " (" + first_names(leak.names) + ")";
    put_paragraph(out, "  leaks", text);
  }
}

void put_failures(std::string& out, const std::vector<Failure>& failures) {
  using Kind = std::tuple<std::string, std::string, int>;
  std::map<Kind, std::vector<std::string>> kinds;
  for (const Failure& failure : failures) {
    kinds[{failure.reason, failure.phase, failure.error_number}].push_back(failure.function);
  }
  for (const auto& [kind, functions] : kinds) {
    const auto& [reason, phase, error_number] = kind;
    std::string number = error_number ? fmt::format(", errno {}", error_number) : "";
    put_paragraph(out, "  failed",
                  fmt::format("{} {} (at {}{}): {}", functions.size(), reason, phase, number,
                              first_names(functions)));
  }
}

Summary summary_of(const PerFunction& times) {
  std::vector<int64_t> all;
  for (const auto& round : times.samples) all.insert(all.end(), round.begin(), round.end());
  return all.empty() ? times.summary : summarise(all);
}

void put_per_function(std::string& out, const PerFunction& times) {
  Summary summary = summary_of(times);
  if (summary.n == 0) return;
  put_paragraph(
      out, "  each",
      fmt::format("p50 {}, p90 {}, p99 {}, max {} ({}, one function at a time)",
                  human(summary.median, times.unit), human(summary.p90, times.unit),
                  human(summary.p99, times.unit), human(summary.max, times.unit), times.unit));
  std::string slowest;
  for (size_t i = 0; i < std::min<size_t>(times.slowest.size(), 10); ++i) {
    const auto& [function, value] = times.slowest[i];
    slowest += fmt::format("{}{} {}", i ? ", " : "", function,
                           human(static_cast<double>(value), times.unit));
  }
  if (!slowest.empty()) put_paragraph(out, "  slowest", slowest);
}

void put_log(std::string& out, const std::vector<std::string>& log) {
  for (size_t i = 0; i < std::min(log.size(), kShownLogLines); ++i) {
    put_paragraph(out, "  log", log[i]);
  }
  if (log.size() > kShownLogLines) {
    put_paragraph(out, "  log", fmt::format("... {} lines more", log.size() - kShownLogLines));
  }
}

}  // namespace

std::string status_text(const ResultRow& row) {
  std::string word = to_string(row.status);
  return row.reason.empty() ? word : word + ": " + row.reason;
}

void put_row_notes(std::string& out, const ResultRow& row) {
  if (row.counts) put_counts(out, *row.counts);
  put_hits(out, row.hits);
  put_leaks(out, row);
  put_failures(out, row.failures);
  if (row.per_function) put_per_function(out, *row.per_function);
  put_log(out, row.log);
  for (const std::string& warning : row.warnings) put_paragraph(out, "  warning", warning);
}

}  // namespace trampcheck
