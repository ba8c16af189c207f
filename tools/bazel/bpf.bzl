"""BPF programs: C source -> object -> libbpf skeleton -> cc_library."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def bpf_skeleton(name, src, hdrs = [], **kwargs):
    """Builds SRC for the BPF target and offers it as the header NAME.skel.h.

    Args:
      name: of the cc_library; the skeleton's C++ struct has the same name.
      src: one .bpf.c file.
      hdrs: what it includes, by path from the top of the tree.
      **kwargs: passed to the cc_library.
    """
    native.genrule(
        name = name + "_object",
        srcs = [src] + hdrs,
        outs = [name + ".bpf.o"],
        cmd = "clang -g -O2 -Wall -Werror -target bpf -D__TARGET_ARCH_x86 -I." +
              " -idirafter /usr/include/x86_64-linux-gnu -c $(location %s) -o $@" % src,
        message = "Compiling BPF program",
    )
    native.genrule(
        name = name + "_skeleton",
        srcs = [name + "_object"],
        outs = [name + ".skel.h"],
        cmd = "$(location @bpftool//:bpftool) gen skeleton $< name %s > $@" % name,
        tools = ["@bpftool//:bpftool"],
        message = "Generating BPF skeleton",
    )
    cc_library(
        name = name,
        hdrs = [name + ".skel.h"],
        deps = ["@libbpf"],
        **kwargs
    )
