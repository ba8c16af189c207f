/* SPDX-License-Identifier: BSD-2-Clause */
/* What every counting program does: add one to its own slot, and nothing else.
 *
 * No helper is called: kernels before 5.12 have no recursion protection, so that a program attached
 * to a function its own helper calls would never end. The harness loads many copies of a program,
 * each with another offset into the map behind `hits`. */
#ifndef TRAMPCHECK_BPF_COUNT_H_
#define TRAMPCHECK_BPF_COUNT_H_

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

__u64 hits;

static __always_inline int count_hit(void)
{
	__sync_fetch_and_add(&hits, 1);
	return 0;
}

#endif /* TRAMPCHECK_BPF_COUNT_H_ */
