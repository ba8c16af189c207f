"""Repositories made of what Debian packages install; nothing is downloaded."""

_RULES_CC = "/usr/share/bazel/rules/cc"

_RULES_CC_FILES = [
    "BUILD",
    "cc/BUILD",
    "cc/action_names.bzl",
    "cc/defs.bzl",
    "cc/toolchain_utils.bzl",
    "cc/private/rules_impl/BUILD",
    "cc/private/rules_impl/cc_flags_supplier_lib.bzl",
    "cc/private/rules_impl/native.bzl",
]

# Debian's rules_cc 0.0.4 wants a symbol that its own Bazel 4.2.3 does not have
# (bazelbuild/rules_cc#133).
_RULES_CC_REWRITTEN = [
    "cc/private/rules_impl/cc_flags_supplier.bzl",
    "cc/private/rules_impl/compiler_flag.bzl",
]

def _debian_rules_cc_impl(ctx):
    if not ctx.path(_RULES_CC).exists:
        fail("%s is missing: apt-get install bazel-rules-cc" % _RULES_CC)
    ctx.file("WORKSPACE", "workspace(name = \"rules_cc\")\n")
    for name in _RULES_CC_FILES:
        ctx.symlink(_RULES_CC + "/" + name, name)
    for name in _RULES_CC_REWRITTEN:
        text = ctx.read(_RULES_CC + "/" + name)
        text = text.replace(", \"use_cpp_toolchain\"", "")
        text = text.replace("use_cpp_toolchain()", "[\"@bazel_tools//tools/cpp:toolchain_type\"]")
        ctx.file(name, text)

debian_rules_cc = repository_rule(
    implementation = _debian_rules_cc_impl,
    local = True,
    doc = "Debian's rules_cc, made to load in Debian's Bazel.",
)

_LIBRARY_BUILD = """\
load("@rules_cc//cc:defs.bzl", "cc_library")

cc_library(
    name = "{name}",
    hdrs = glob(["headers/**"]),
    defines = {defines},
    linkopts = {linkopts},
    visibility = ["//visibility:public"],
)
"""

def _debian_library_impl(ctx):
    root = ctx.attr.header_root
    if not ctx.path(root).exists:
        fail("%s is missing: apt-get install %s" % (root, ctx.attr.package))
    ctx.symlink(root, "headers")
    ctx.file("BUILD", _LIBRARY_BUILD.format(
        name = ctx.name,
        defines = repr(ctx.attr.defines),
        linkopts = repr(ctx.attr.linkopts),
    ))

debian_library = repository_rule(
    implementation = _debian_library_impl,
    local = True,
    doc = """A library from a Debian package: the compiler finds its headers by itself in
/usr/include; they are listed so that a package upgrade rebuilds what uses them.""",
    attrs = {
        "header_root": attr.string(mandatory = True),
        "package": attr.string(mandatory = True),
        "linkopts": attr.string_list(),
        "defines": attr.string_list(),
    },
)
