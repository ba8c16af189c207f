#!/bin/sh
# Turns Bazel's workspace status into the source that holds it.
commit=$(sed -n 's/^STABLE_GIT_COMMIT //p' "$1")
dirty=$(sed -n 's/^STABLE_GIT_DIRTY //p' "$1")
cat <<SOURCE
#include "tools/cli/build_info.h"
namespace trampcheck {
const char* const kBuildCommit = "${commit:-unknown}";
const bool kBuildDirty = ${dirty:-false};
}  // namespace trampcheck
SOURCE
