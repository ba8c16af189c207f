// Text of others inside of our own lines.
#ifndef TRAMPCHECK_RESULTS_BASE_LINE_H_
#define TRAMPCHECK_RESULTS_BASE_LINE_H_

#include <string>
#include <string_view>

namespace trampcheck {

// The text with every control character (newline, escape ...) replaced by '?', so that a name in a
// file neither breaks a line nor commands a terminal. UTF-8 stays.
std::string one_line(std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_BASE_LINE_H_
