#include "suites/attach/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/attach/poke.h"
#include "harness/attach/reason.h"
#include "suites/attach/hit.h"
#include "suites/attach/suite.h"

namespace trampcheck {
namespace {

constexpr size_t kFailuresKept = 2000;
constexpr size_t kSlowestKept = 10;

// Rounds repeat what they have to say; results have no empty text.
void add_once(std::vector<std::string>& texts, std::string text) {
  if (text.empty() || std::find(texts.begin(), texts.end(), text) != texts.end()) return;
  texts.push_back(std::move(text));
}

// By each function's slowest round; equals in the order of the functions.
void find_slowest(PerFunction& times) {
  std::vector<std::pair<int64_t, size_t>> most(times.functions.size());  // value, function
  for (size_t i = 0; i < most.size(); ++i) {
    most[i].second = i;
    for (const auto& round : times.samples) most[i].first = std::max(most[i].first, round[i]);
  }
  const size_t kept = std::min(kSlowestKept, most.size());
  std::partial_sort(most.begin(), most.begin() + static_cast<ptrdiff_t>(kept), most.end(),
                    [](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first > b.first : a.second < b.second;
                    });
  times.slowest.clear();
  for (size_t i = 0; i < kept; ++i) {
    times.slowest.emplace_back(times.functions[most[i].second], most[i].first);
  }
}

Failure describe_refusal(const Refusal& refusal, std::span<const Target> targets) {
  return {targets[refusal.index].name, refusal.phase, refusal.error_number, classify(refusal),
          refusal.message};
}

std::string describe_hits(const std::vector<HitCheck>& hits) {
  for (const HitCheck& hit : hits) {
    if (hit.counted != hit.called) {
      return fmt::format("{} was called {} times, its program counted {}", hit.function, hit.called,
                         hit.counted);
    }
    if (hit.counted_after_detach != 0) {
      return fmt::format("{}: its program still ran {} times after detach", hit.function,
                         hit.counted_after_detach);
    }
  }
  return "";
}

// A kernel without error injection lets fmod_ret have security_* functions only: where none was
// chosen, that is no fault of the kernel's.
bool none_is_modifiable(const ResultRow& row) {
  return !row.failures.empty() &&
         std::all_of(row.failures.begin(), row.failures.end(),
                     [](const Failure& failure) { return failure.reason == "not_modifiable"; });
}

}  // namespace

Experiment::Experiment(const Mechanism& mechanism, int64_t functions, bool sized)
    : mechanism_(&mechanism), functions_(static_cast<size_t>(functions)), sized_(sized) {
  verdict_.id = fmt::format("attach.{}", mechanism.name);
  if (sized) verdict_.id += fmt::format(".n{}", functions);
  verdict_.params["mechanism"] = std::string(mechanism.name);
  verdict_.params["patched_by"] = patched_by(mechanism);
  verdict_.params["functions"] = functions;
}

std::string Experiment::name() const {
  return sized_ ? fmt::format("{} n{}", mechanism_->name, functions_) : mechanism_->name;
}

ResultRow& Experiment::phase_row(const std::string& phase) {
  for (ResultRow& row : phases_) {
    if (row.params.at("phase") == ParamValue(phase)) return row;
  }
  ResultRow row;
  row.id = fmt::format("{}.{}", verdict_.id, phase);
  row.params = verdict_.params;
  row.params["phase"] = phase;
  row.status = Status::kDone;
  phases_.push_back(std::move(row));
  return phases_.back();
}

void Experiment::add_sample(const std::string& phase, const Reading& reading,
                            const std::string& perf_reason) {
  append(phase_row(phase).metrics, reading, perf_reason);
}

void Experiment::add_command_sample(const std::string& phase, const Reading& reading,
                                    const CommandUse& use, const std::string& perf_reason) {
  append_command(phase_row(phase).metrics, reading, use, perf_reason);
}

void Experiment::add_per_function(const std::string& phase, std::span<const Target> targets,
                                  std::span<const uint64_t> ticks) {
  std::vector<std::string> functions;
  std::vector<int64_t> sample;
  for (size_t i = 0; i < ticks.size(); ++i) {
    const auto value = static_cast<int64_t>(ticks[i]);
    if (value <= 0) continue;  // not attached, or the counters of two CPUs disagree
    functions.push_back(targets[i].name);
    sample.push_back(value);
  }
  if (functions.empty()) return;
  ResultRow& row = phase_row(phase);
  if (!row.per_function) {
    row.per_function.emplace();
    row.per_function->unit = "ticks";
    row.per_function->functions = functions;
  }
  // A round that attached other functions than the first cannot stand beside it.
  if (functions != row.per_function->functions) {
    add_once(row.warnings, "a round attached other functions; its single times are left out");
    return;
  }
  row.per_function->samples.push_back(std::move(sample));
  find_slowest(*row.per_function);
}

void Experiment::set_counts(const Counts& counts) {
  if (verdict_.counts && verdict_.counts->attached != counts.attached && counts.skipped == 0) {
    add_warning(fmt::format("rounds differ: {} functions attached, then {}",
                            verdict_.counts->attached, counts.attached));
  }
  verdict_.counts = counts;
}

void Experiment::set_counts(std::span<const Target> targets, const Attachment& attachment) {
  Counts counts;
  counts.requested = static_cast<int64_t>(targets.size());
  counts.attached = static_cast<int64_t>(attachment.attached());
  counts.failed = static_cast<int64_t>(attachment.refusals().size());
  counts.skipped = counts.requested - counts.attached - counts.failed;
  set_counts(counts);
  verdict_.failures.clear();
  for (const Refusal& refusal : attachment.refusals()) {
    if (verdict_.failures.size() == kFailuresKept) {
      add_warning(fmt::format("only the first {} refused functions are listed", kFailuresKept));
      break;
    }
    verdict_.failures.push_back(describe_refusal(refusal, targets));
  }
}

void Experiment::set_hits(std::vector<HitCheck> hits) {
  if (verdict_.hits.empty() || all_exact(verdict_.hits)) verdict_.hits = std::move(hits);
}

void Experiment::add_leaks(std::vector<Leak> leaks) {
  for (Leak& leak : leaks) verdict_.leaks.push_back(std::move(leak));
}

void Experiment::add_log(std::vector<std::string> lines) {
  for (std::string& line : lines) {
    if (!line.empty()) verdict_.log.push_back(std::move(line));
  }
}

void Experiment::add_kernel_lines(const KernelLines& lines) {
  add_log(lines.alarms);
  for (const std::string& line : lines.notices) add_warning("the kernel log says: " + line);
}

void Experiment::add_output(std::vector<std::string> lines) { output_ = std::move(lines); }

void Experiment::add_warning(std::string text) { add_once(verdict_.warnings, std::move(text)); }

void Experiment::skip(const std::string& reason) {
  verdict_.status = Status::kSkip;
  verdict_.reason = reason;
  ended_ = true;
}

void Experiment::fail_harness(const std::string& phase, const Error& error) {
  verdict_.status = Status::kError;
  verdict_.reason = fmt::format("{}: {}", phase, error.text());
  ended_ = true;
}

void Experiment::hang(const std::string& phase, const std::string& reason,
                      const std::string& stacks) {
  verdict_.status = Status::kFail;
  verdict_.reason = fmt::format("hung in {}: {}", phase, reason);
  std::istringstream text(stacks);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  add_log(std::move(lines));
  ended_ = true;
}

// What speaks against the kernel, whatever else went wrong; empty where nothing does.
std::string Experiment::evidence() const {
  if (std::string broken = describe_hits(verdict_.hits); !broken.empty()) return broken;
  if (!verdict_.leaks.empty()) {
    const Leak& leak = verdict_.leaks.front();
    return fmt::format("left behind: {} {}, {} before", leak.after, leak.kind, leak.before);
  }
  return verdict_.log.empty() ? "" : "the kernel log says: " + verdict_.log.front();
}

ResultRow Experiment::judge(bool complete) const {
  ResultRow row = verdict_;
  if (ended_ && row.status == Status::kFail) return row;
  row.reason = evidence();
  if (!row.reason.empty()) {
    // The kernel's fault outweighs the harness's trouble, which may come of it.
    if (ended_) row.reason += fmt::format(" ({})", verdict_.reason);
    row.status = Status::kFail;
    return row;
  }
  if (ended_) return verdict_;
  row.status = Status::kFail;
  if (!complete || !row.counts) {
    row.status = Status::kMiss;
    row.reason = "stopped before the end";
  } else if (row.counts->attached == 0 && none_is_modifiable(row)) {
    row.status = Status::kSkip;
    row.reason = fmt::format("none of the {} functions may be modified on this kernel",
                             row.counts->requested);
  } else if (row.counts->attached == 0) {
    row.reason = fmt::format("none of {} functions could be attached", row.counts->requested);
  } else {
    row.status = Status::kPass;
  }
  return row;
}

std::vector<ResultRow> Experiment::rows(bool complete) const {
  std::vector<ResultRow> rows = {judge(complete)};
  rows.front().log.insert(rows.front().log.end(), output_.begin(), output_.end());
  for (const std::string& phase : attach_phases(*mechanism_)) {
    for (const ResultRow& row : phases_) {
      if (row.params.at("phase") == ParamValue(phase)) rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace trampcheck
