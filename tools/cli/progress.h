// One line on stderr that is written over, where stderr is a terminal.
#ifndef TRAMPCHECK_TOOLS_CLI_PROGRESS_H_
#define TRAMPCHECK_TOOLS_CLI_PROGRESS_H_

#include <cstddef>
#include <string>

namespace trampcheck {

// "fentry attach (round 1 of 2)  [#########-----------]  180/400"; without `of`, only the words.
std::string progress_line(const std::string& what, size_t done, size_t of, size_t columns);

// Shows it; does nothing where stderr is no terminal.
void show_progress(const std::string& what, size_t done, size_t of);

// Takes the line away before something else is printed.
void clear_progress();

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_PROGRESS_H_
