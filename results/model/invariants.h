// What must hold in every result beyond its shape.
#ifndef TRAMPCHECK_RESULTS_MODEL_INVARIANTS_H_
#define TRAMPCHECK_RESULTS_MODEL_INVARIANTS_H_

#include <nlohmann/json.hpp>
#include <string>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

// Sums add up; ids are unique, lower-case and dotted; metrics of one row have equally many
// samples, or none and a reason; no figure is negative; whatever is not PASS or DONE says why.
// Errors (Exit::kUsage): one line that starts with `name` and says where.
Expected<void> check_invariants(const RunResult& result, const std::string& name);

// The summaries that stand in a file agree with its samples, within 1e-9 of the larger. `value`
// must have the shape of a result. Errors as above.
Expected<void> check_summaries(const nlohmann::json& value, const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_MODEL_INVARIANTS_H_
