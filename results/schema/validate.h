// A result file against its JSON Schema, results/schema/v1.json.
#ifndef TRAMPCHECK_RESULTS_SCHEMA_VALIDATE_H_
#define TRAMPCHECK_RESULTS_SCHEMA_VALIDATE_H_

#include <nlohmann/json.hpp>
#include <string>

#include "results/base/expected.h"

namespace trampcheck {

// Whether `value` has the shape of a result. Unknown keys are tolerated only where the file says
// that its minor version is newer. Errors (Exit::kUsage): as schema_minor(); else one line with
// `name`, the JSON path, what is wrong there and what was found. `value` must not nest deeper
// than parse_json() allows.
Expected<void> validate_json(const nlohmann::json& value, const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_SCHEMA_VALIDATE_H_
