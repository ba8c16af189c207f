// A result without its bulk, for the schema to look at.
#ifndef TRAMPCHECK_RESULTS_MODEL_OUTLINE_H_
#define TRAMPCHECK_RESULTS_MODEL_OUTLINE_H_

#include <nlohmann/json.hpp>

namespace trampcheck {

// A copy in which long lists of samples and of functions' names hold their first element only where
// all are sound (whole numbers from 0 to 2^62, texts that say something), and end with the first
// that is not. The schema says the same of it as of the whole: it takes a list of a million numbers
// some seconds, and a million errors more memory than there is.
nlohmann::json outline(const nlohmann::json& value);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_MODEL_OUTLINE_H_
