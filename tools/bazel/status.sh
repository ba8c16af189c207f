#!/bin/sh
# What Bazel stamps into the binary: the commit it was built from.
commit=$(git rev-parse HEAD 2>/dev/null) || commit=unknown
dirty=false
if [ "$commit" != unknown ] && [ -n "$(git status --porcelain 2>/dev/null)" ]; then dirty=true; fi
echo "STABLE_GIT_COMMIT $commit"
echo "STABLE_GIT_DIRTY $dirty"
