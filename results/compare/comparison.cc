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

Exit exit_of(const Comparison& comparison) {
  if (count(comparison, Verdict::kWorse) > 0) return Exit::kFailed;
  const auto& kernels = comparison.kernels;
  const bool all_comparable = std::all_of(kernels.begin(), kernels.end(), comparable);
  const bool all_said = count(comparison, Verdict::kMoreRounds) == 0 &&
                        count(comparison, Verdict::kNotComparable) == 0;
  const bool something =
      count(comparison, Verdict::kSame) + count(comparison, Verdict::kBetter) > 0;
  const bool fine = something && all_comparable && all_said && comparison.missing.empty();
  return fine ? Exit::kFine : Exit::kNotComparable;
}

}  // namespace trampcheck
