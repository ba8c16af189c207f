/* SPDX-License-Identifier: BSD-2-Clause */
/* One program on many functions: the link's cookie says which of them called. Two helpers run, so
 * this is for program types that the kernel guards against recursion (kprobes by bpf_prog_active,
 * tracing programs by a counter since 5.12). */
#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* As many slots as functions; the harness puts its own map here. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u64);
} slots SEC(".maps");

SEC("kprobe")
int count_slot(void *ctx)
{
	__u32 slot = bpf_get_attach_cookie(ctx);
	__u64 *hits = bpf_map_lookup_elem(&slots, &slot);

	if (hits)
		__sync_fetch_and_add(hits, 1);
	return 0;
}
