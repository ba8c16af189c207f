/* SPDX-License-Identifier: BSD-2-Clause */
#include "bpf/count.h"

SEC("fexit")
int count_fexit(void *ctx)
{
	return count_hit();
}
