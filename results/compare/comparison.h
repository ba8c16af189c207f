// What came out of comparing two sides, as a value. Formats nothing.
#ifndef TRAMPCHECK_RESULTS_COMPARE_COMPARISON_H_
#define TRAMPCHECK_RESULTS_COMPARE_COMPARISON_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

struct CompareOptions {
  double alpha = 0.01;              // how often, at most, chance alone may be called a change
  std::optional<double> threshold;  // 0.05 for 5 %; empty: each metric's own (rules.h)
  std::vector<std::string>
      metrics;                   // METRIC, ROW or ROW.METRIC, with *; empty: what rules.h judges
  std::set<std::string> across;  // keys that may differ (conditions.h)
  bool common_functions = false;
  // A mechanism of BASE against another of NEW; both or neither.
  std::string base_mechanism;
  std::string next_mechanism;
};

enum class Verdict {
  kWorse,
  kBetter,
  kSame,           // no change that is both certain and large enough
  kMoreRounds,     // cannot be said from so few
  kNotComparable,  // a figure on one side only, or of something else
};
const char* to_string(Verdict verdict);

// How a verdict is come by. Which one is no choice: it follows from what was measured.
enum class Method {
  kExact,       // icount: a run repeats, so every round of one side answers to one of the other
  kSignedRank,  // two kernels cannot take turns inside a boot: one statistic a boot, in pairs
  kRankSum,     // two mechanisms took turns inside one boot
};
const char* to_string(Method method);

// One metric of one row. Figures are in `unit`.
struct Finding {
  std::string id;      // of the row: "attach.fentry.detach"
  std::string metric;  // "wall_ns"; "status" for the verdict of a row itself
  std::string unit;
  Better better = Better::kLower;
  std::optional<double> base;  // to describe: the median boot's median round
  std::optional<double> next;
  // To detect: next / base of each boot's best round (kExact, kRankSum: of all rounds), with the
  // interval of 1 - alpha (kExact: what all rounds but a quarter agree on). Empty where a figure
  // is 0.
  std::optional<double> ratio;
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> p;           // empty in kExact, where nothing is left to chance
  std::optional<double> p_adjusted;  // for all findings of the comparison together
  int64_t n = 0;                     // pairs of boots or of rounds; kRankSum: rounds a side
  double gate = 0;                   // the share that it had to change by
  Verdict verdict = Verdict::kSame;
  std::string reason;  // of kMoreRounds and kNotComparable, and for "status"
};

// Two metrics of one row that tell different stories: cpu_ns equal, wall_ns doubled.
struct Disagreement {
  std::string id;
  Finding first;  // as in `findings`
  Finding second;
  std::optional<double> waiting;  // what blocked_ns changed by, in ns
};

// A condition of measurement that is not the same on both sides.
struct Difference {
  std::string key;  // what --across allows
  std::string base;
  std::string next;
  bool allowed = false;
};

// What stands on one side of a comparison.
struct Side {
  std::string kernel;  // as asked for: series or file name; else the release
  std::string release;
  std::string suite;               // version and commit of the trampcheck that measured
  std::vector<std::string> paths;  // of the boots that were compared
};

// One kernel of BASE against one of NEW.
struct KernelComparison {
  Side base;
  Side next;
  std::string domain;
  int64_t cpus = 0;
  int64_t functions = 0;  // chosen in BASE; with common_functions, common ones of the largest row
  Method method = Method::kExact;
  std::vector<Difference> differences;
  std::vector<Finding> findings;  // worst first; empty where a difference is not allowed
  std::vector<Disagreement> disagreements;
  std::vector<std::string> notes;  // what a reader must know
};

struct Comparison {
  CompareOptions options;
  std::vector<KernelComparison> kernels;  // worst first
  std::vector<std::string> missing;       // kernels of BASE that NEW has not
  std::vector<std::string> notes;
};

// Whether no difference stands against comparing.
bool comparable(const KernelComparison& kernel);

// How many findings have this verdict.
int64_t count(const Comparison& comparison, Verdict verdict);

// kFailed where anything is worse; else kNotComparable where anything might be and that cannot be
// said; else kFine.
Exit exit_of(const Comparison& comparison);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_COMPARISON_H_
