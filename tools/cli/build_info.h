// What this binary was built from.
#ifndef TRAMPCHECK_TOOLS_CLI_BUILD_INFO_H_
#define TRAMPCHECK_TOOLS_CLI_BUILD_INFO_H_

namespace trampcheck {

extern const char* const kBuildCommit;  // "unknown" outside git
extern const bool kBuildDirty;

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_BUILD_INFO_H_
