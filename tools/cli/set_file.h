// A chosen set of functions as a file: comment lines, then one name a line.
#ifndef TRAMPCHECK_TOOLS_CLI_SET_FILE_H_
#define TRAMPCHECK_TOOLS_CLI_SET_FILE_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

// `origin` says where the set comes from (a kernel release), for whoever opens the file.
std::string format_set(const std::vector<std::string>& names, const std::string& origin);

// Errors (kUsage): no names, or a line that is no function name (a binary file, a result file ...).
Expected<std::vector<std::string>> parse_set(std::string_view text, const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_SET_FILE_H_
