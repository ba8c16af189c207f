// A result as JSON and back. The shape is results/schema/v1.json; this is the only reader and the
// only writer of it.
#ifndef TRAMPCHECK_RESULTS_MODEL_JSON_H_
#define TRAMPCHECK_RESULTS_MODEL_JSON_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

// What is unknown (an empty text, a zero where only more makes sense, a list without entries) is
// left out; a metric without samples says null and the reason. Summaries are computed here, from
// the samples.
nlohmann::json to_json(const RunResult& result);

// Errors (Exit::kUsage): what validate_json() finds. Keys of a newer minor version are ignored.
// `name` is for the message.
Expected<RunResult> from_json(const nlohmann::json& value, const std::string& name = "the result");

// to_json() as text for a file: one key a line, arrays of numbers on one line. Invalid UTF-8 in
// any text is replaced by U+FFFD.
std::string serialise(const RunResult& result);

// Reads and validates the text of a file; `name` is for the message. Errors (Exit::kUsage): what
// parse_json() and validate_json() find. Does not check invariants: results/store.h does.
Expected<RunResult> parse_result(std::string_view text, const std::string& name);

// A summary as it stands in a file; an object without keys for no samples.
nlohmann::json summary_to_json(const Summary& summary);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_MODEL_JSON_H_
