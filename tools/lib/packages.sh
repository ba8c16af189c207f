# The Debian packages that building, testing and running need; sourced by the scripts beside it.
# shellcheck shell=bash

# shellcheck disable=SC2034  # used by whoever sources this
PACKAGES_BUILD=(
  bazel-bootstrap bazel-platforms bazel-rules-cc bazel-rules-java bazel-skylib
  bpftool clang g++ git
  libboost-math-dev libbpf-dev libcli11-dev libelf-dev libfmt-dev libgtest-dev libmd-dev
  linux-libc-dev nlohmann-json3-dev libvalijson-dev libyaml-cpp-dev zlib1g-dev
)
# shellcheck disable=SC2034
PACKAGES_RUN=(qemu-system-x86 bpftrace apt ca-certificates dpkg tar xz-utils)
# shellcheck disable=SC2034  # a test that finds them missing says so and is skipped
PACKAGES_TEST=(chromium groff-base zsh)
# shellcheck disable=SC2034
PACKAGES_DEV=(clang-format clang-tidy)

say() { printf '\n== %s\n' "$*" >&2; }

# Lines of a long command, kept in a log; on failure its end is shown.
run_logged() {
  local log=$1
  shift
  if "$@" >"$log" 2>&1; then return 0; fi
  printf 'failed: %s\nthe last lines of %s:\n' "$*" "$log" >&2
  tail -n 15 "$log" >&2
  return 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "this needs root to install packages; run it as root or install sudo" >&2
    return 1
  fi
}

# Installs those of the named packages that are missing; asks no network where none is.
install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return 0
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  as_root apt-get -qq update || true # an old list may still do
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -y -qq install --no-install-recommends "${missing[@]}" >&2
}

# Bazel, quiet on success, with its own progress on a terminal.
bazel_build() {
  if [ -t 2 ]; then
    bazel build --show_result=0 --noshow_loading_progress "$@"
  else
    bazel build --show_result=0 --noshow_progress "$@"
  fi
}
