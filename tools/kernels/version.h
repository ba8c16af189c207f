// Debian version numbers, ordered as dpkg orders them.
#ifndef TRAMPCHECK_TOOLS_KERNELS_VERSION_H_
#define TRAMPCHECK_TOOLS_KERNELS_VERSION_H_

#include <string_view>

namespace trampcheck {

// Negative, zero or positive as a is older than, equal to or newer than b: [epoch:]upstream[-rev],
// '~' before everything, even the end; letters before other signs; numbers by value.
int compare_versions(std::string_view a, std::string_view b);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_VERSION_H_
