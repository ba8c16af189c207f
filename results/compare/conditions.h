// Under what conditions a result was measured, and which of them must agree.
#ifndef TRAMPCHECK_RESULTS_COMPARE_CONDITIONS_H_
#define TRAMPCHECK_RESULTS_COMPARE_CONDITIONS_H_

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/compare/comparison.h"

namespace trampcheck {

struct ConditionKey {
  const char* key;
  const char* what;
};

// All keys that --across takes; "config" and "knobs" also as config.OPTION and knobs.NAME, and
// "params" as params.NAME.
std::span<const ConditionKey> condition_keys();

// Errors (Exit::kUsage): a key that is not in the list, with the list.
Expected<void> check_across(const std::set<std::string>& across);

// Whether `across` has the key itself or what stands before its first dot.
bool allows(const std::set<std::string>& across, const std::string& key);

// Key to value. A condition that is not known is left out.
std::map<std::string, std::string> conditions_of(const RunResult& result);

// Every condition that does not have one and the same value in all results of both sides. The
// release may differ between sides, not inside one. Options and knobs that one kernel has and the
// other has not come with the release and are no difference.
std::vector<Difference> find_differences(const std::vector<const RunResult*>& base,
                                         const std::vector<const RunResult*>& next,
                                         const CompareOptions& options);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_COMPARE_CONDITIONS_H_
