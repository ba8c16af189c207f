#include "results/compare/comparison.h"

#include <algorithm>

namespace trampcheck {

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kWorse:
      return "worse";
    case Verdict::kBetter:
      return "better";
    case Verdict::kSame:
      return "same";
    case Verdict::kMoreRounds:
      return "more_rounds";
    case Verdict::kNotComparable:
      break;
  }
  return "not_comparable";
}

const char* to_string(Method method) {
  switch (method) {
    case Method::kExact:
      return "exact";
    case Method::kSignedRank:
      return "signed_rank";
    case Method::kRankSum:
      break;
  }
  return "rank_sum";
}

bool comparable(const KernelComparison& kernel) {
  return std::all_of(kernel.differences.begin(), kernel.differences.end(),
                     [](const Difference& difference) { return difference.allowed; });
}

int64_t count(const Comparison& comparison, Verdict verdict) {
  int64_t found = 0;
  for (const KernelComparison& kernel : comparison.kernels) {
    found += std::count_if(kernel.findings.begin(), kernel.findings.end(),
                           [&](const Finding& finding) { return finding.verdict == verdict; });
  }
  return found;
}

namespace {

bool looks_better(const Finding& finding) {
  if (!finding.base || !finding.next || *finding.base == *finding.next) return false;
  return (*finding.next < *finding.base) == (finding.better == Better::kLower);
}

// Whether the finding might yet be worse. In icount a round that moved did move: only how far is
// not known, so that what looks better is not worse.
bool leaves_doubt(const KernelComparison& kernel, const Finding& finding) {
  if (finding.verdict == Verdict::kNotComparable) return true;
  if (finding.verdict != Verdict::kMoreRounds) return false;
  return kernel.method != Method::kExact || !looks_better(finding);
}

}  // namespace

Exit exit_of(const Comparison& comparison) {
  if (count(comparison, Verdict::kWorse) > 0) return Exit::kFailed;
  bool doubt = !comparison.missing.empty();
  bool something = false;
  for (const KernelComparison& kernel : comparison.kernels) {
    doubt = doubt || !comparable(kernel);
    something = something || !kernel.findings.empty();
    for (const Finding& finding : kernel.findings) doubt = doubt || leaves_doubt(kernel, finding);
  }
  return something && !doubt ? Exit::kFine : Exit::kNotComparable;
}

}  // namespace trampcheck
