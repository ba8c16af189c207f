#include "results/export/row_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

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

void add_counts(std::vector<Note>& notes, const Counts& counts) {
  notes.push_back(
      {"counts", fmt::format("requested {} = attached {} + failed {} + skipped {}",
                             counts.requested, counts.attached, counts.failed, counts.skipped)});
}

void add_hits(std::vector<Note>& notes, const std::vector<HitCheck>& hits) {
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
  notes.push_back({"hits", text});
}

// Only what was checked can be said to be clean: a row with a verdict and counts was.
void add_leaks(std::vector<Note>& notes, const ResultRow& row) {
  if (row.leaks.empty() && row.counts) notes.push_back({"leaks", "none"});
  for (const Leak& leak : row.leaks) {
    std::string text = fmt::format("{}: {} before, {} after", leak.kind, leak.before, leak.after);
    if (!leak.names.empty()) text += " (" + first_names(leak.names) + ")";
    notes.push_back({"leaks", text});
  }
}

void add_failures(std::vector<Note>& notes, const std::vector<Failure>& failures) {
  using Kind = std::tuple<std::string, std::string, int>;
  std::map<Kind, std::vector<std::string>> kinds;
  for (const Failure& failure : failures) {
    kinds[{failure.reason, failure.phase, failure.error_number}].push_back(failure.function);
  }
  for (const auto& [kind, functions] : kinds) {
    const auto& [reason, phase, error_number] = kind;
    std::string number = error_number ? fmt::format(", errno {}", error_number) : "";
    notes.push_back({"failed", fmt::format("{} {} (at {}{}): {}", functions.size(), reason, phase,
                                           number, first_names(functions))});
  }
}

Summary summary_of(const PerFunction& times) {
  std::vector<int64_t> all;
  for (const auto& round : times.samples) all.insert(all.end(), round.begin(), round.end());
  return all.empty() ? times.summary : summarise(all);
}

void add_per_function(std::vector<Note>& notes, const PerFunction& times) {
  Summary summary = summary_of(times);
  if (summary.n == 0) return;
  notes.push_back(
      {"each",
       fmt::format("p50 {}, p90 {}, p99 {}, max {} ({}, one function at a time)",
                   human(summary.median, times.unit), human(summary.p90, times.unit),
                   human(summary.p99, times.unit), human(summary.max, times.unit), times.unit)});
  std::string slowest;
  for (size_t i = 0; i < std::min<size_t>(times.slowest.size(), 10); ++i) {
    const auto& [function, value] = times.slowest[i];
    slowest += fmt::format("{}{} {}", i ? ", " : "", function,
                           human(static_cast<double>(value), times.unit));
  }
  if (!slowest.empty()) notes.push_back({"slowest", slowest});
}

void add_log(std::vector<Note>& notes, const std::vector<std::string>& log) {
  for (size_t i = 0; i < std::min(log.size(), kShownLogLines); ++i) {
    notes.push_back({"log", log[i]});
  }
  if (log.size() > kShownLogLines) {
    notes.push_back({"log", fmt::format("... {} lines more", log.size() - kShownLogLines)});
  }
}

}  // namespace

std::string status_text(const ResultRow& row) {
  std::string word = to_string(row.status);
  return row.reason.empty() ? word : word + ": " + row.reason;
}

std::vector<Note> row_notes(const ResultRow& row) {
  std::vector<Note> notes;
  if (row.counts) add_counts(notes, *row.counts);
  add_hits(notes, row.hits);
  add_leaks(notes, row);
  add_failures(notes, row.failures);
  if (row.per_function) add_per_function(notes, *row.per_function);
  add_log(notes, row.log);
  for (const std::string& warning : row.warnings) notes.push_back({"warning", warning});
  return notes;
}

}  // namespace trampcheck
