// What the formats of test runners say of a result: a case for each experiment.
#ifndef TRAMPCHECK_RESULTS_EXPORT_VERDICTS_H_
#define TRAMPCHECK_RESULTS_EXPORT_VERDICTS_H_

#include <string>
#include <vector>

#include "results/export/groups.h"
#include "results/model/model.h"

namespace trampcheck {

struct Verdict {
  std::string name;  // "attach.fentry"
  Status status = Status::kMiss;
  std::string reason;  // for anything but PASS and DONE
  Group group;         // of the rows behind it; without any for "complete"
};

// A case for each experiment, MISS where the run ended before its verdict; discovery is none. Last
// `complete`, MISS where the run was interrupted or died, or holds nothing: whoever looks only for
// bad cases must find one. Points into `result`, which must live as long.
std::vector<Verdict> verdicts_of(const RunResult& result);

// The notes of the rows behind it, for people: counts, hits, leaks, failures, log, warnings. A line
// each, without line feeds.
std::vector<std::string> evidence_of(const Verdict& verdict);

struct Median {
  std::string name;  // "attach.cpu_ns"
  double value = 0;
  std::string unit;
  size_t rounds = 0;
};

// Medians of all that was measured, in the order of the phases; none where the group has no
// figures.
std::vector<Median> medians_of(const Group& group);

// "123" for whole numbers, otherwise with one digit: "123.5" (the median of whole numbers).
std::string median_text(double value);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_VERDICTS_H_
