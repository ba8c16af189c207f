"""Tests that boot kernels."""

load("@rules_cc//cc:defs.bzl", "cc_test")

def kernel_test(name, srcs, deps, tags = [], exclusive = False, **kwargs):
    """A test whose static binary is also the /init of the guests it boots.

    It defines `GuestMain kernel_test_guest()` (tools/vm/kernel_test_main.h) and finds kernels with
    `test_kernels()`; without a kernel it skips and says why. Runs with --config=kernels only.

    Args:
      name: of the test.
      srcs: its source files.
      deps: what it uses beside googletest and //tools/vm.
      tags: further tags.
      exclusive: whether it must run alone.
      **kwargs: passed to the cc_test.
    """
    cc_test(
        name = name,
        srcs = srcs,
        size = kwargs.pop("size", "large"),
        # A run's results are not to be cached. Tests that look at the host's clock run alone.
        tags = ["kernel", "local", "external"] + (["exclusive"] if exclusive else []) + tags,
        linkopts = ["-static"],
        linkstatic = True,
        deps = deps + [
            "//tools/vm",
            "//tools/vm:kernel_test_main",
            "@googletest",
        ],
        **kwargs
    )
