// JSON as text: a parser that survives any bytes, and a compact but readable writer.
#ifndef TRAMPCHECK_RESULTS_BASE_JSON_TEXT_H_
#define TRAMPCHECK_RESULTS_BASE_JSON_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "results/base/expected.h"

namespace trampcheck {

// Deeper than any file of ours; the JSON library frees what it parsed by recursion, so that a
// file of brackets could overflow the stack.
inline constexpr int kMaxJsonDepth = 64;

// The value that `text` holds. Errors (Exit::kUsage, one line with `name` and the byte): truncated
// or not JSON (NaN and comments are not JSON), a number past the range of double, nested deeper
// than kMaxJsonDepth.
Expected<nlohmann::json> parse_json(std::string_view text, const std::string& name);

// One key a line, indented by one space a level; an array of numbers stays on one line. Keys are
// sorted, but "schema" and "id" stand first. Invalid UTF-8 becomes U+FFFD. Ends in a newline.
std::string json_text(const nlohmann::json& value);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_BASE_JSON_TEXT_H_
