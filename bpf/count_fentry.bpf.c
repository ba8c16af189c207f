/* SPDX-License-Identifier: BSD-2-Clause */
#include "bpf/count.h"

SEC("fentry")
int count_fentry(void *ctx)
{
	return count_hit();
}
