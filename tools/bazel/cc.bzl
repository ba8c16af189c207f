"""The project's own vocabulary for BUILD files."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")

_COPTS = ["-Wall", "-Wextra", "-Werror", "-Wshadow", "-Wno-missing-field-initializers"]

def tc_library(name, **kwargs):
    cc_library(name = name, copts = _COPTS, **kwargs)

def tc_binary(name, **kwargs):
    """A fully static binary: it must run as /init in an otherwise empty guest."""
    cc_binary(
        name = name,
        copts = _COPTS,
        linkopts = ["-static"],
        linkstatic = True,
        **kwargs
    )

def tc_test(name, deps, size = "small", **kwargs):
    """A unit test: no root, no guest, no network.

    Linked from the objects of the static binaries: each source is compiled once.
    """
    cc_test(
        name = name,
        copts = _COPTS,
        linkstatic = True,
        size = size,
        deps = deps + ["//tools/third_party:gtest_main"],
        **kwargs
    )
