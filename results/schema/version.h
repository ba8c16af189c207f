// Which version of the result format a file says it has, and whether it can be read here.
#ifndef TRAMPCHECK_RESULTS_SCHEMA_VERSION_H_
#define TRAMPCHECK_RESULTS_SCHEMA_VERSION_H_

#include <nlohmann/json.hpp>
#include <string>

#include "results/base/expected.h"

namespace trampcheck {

enum class Minor {
  kKnown,  // every key is known here
  kNewer,  // keys that are not known here may be ignored
};

// Errors (Exit::kUsage; `name` is the file's): not a trampcheck result at all; a major version
// that is newer, or that never was.
Expected<Minor> schema_minor(const nlohmann::json& value, const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_SCHEMA_VERSION_H_
