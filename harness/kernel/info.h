// What this kernel and machine are: the part of a result that says what it ran on.
#ifndef TRAMPCHECK_HARNESS_KERNEL_INFO_H_
#define TRAMPCHECK_HARNESS_KERNEL_INFO_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "results/model/model.h"

namespace trampcheck {

// The options of a kernel config text that bear on attach and detach: "PREEMPT_RCU" -> "y". An
// option that the text leaves unset is "n".
std::map<std::string, std::string> attach_options(std::string_view config_text);

// The running kernel's config: `given` where the caller knows it (a guest is told by its host),
// else /proc/config.gz, else /boot/config-RELEASE. Empty where none of them is there.
std::optional<std::string> find_config(const std::optional<std::string>& given);

// Everything about the running kernel but its taint after the run. Never fails: what cannot be
// found out is left out.
KernelInfo read_kernel_info(const std::optional<std::string>& config_text);

// The taint bits now; empty where the kernel does not say.
std::optional<int64_t> read_taint();

// The TSC's rate against CLOCK_MONOTONIC_RAW over `interval_ns`, both read by the same loop. Empty
// where the kernel's clock does not advance.
std::optional<int64_t> measure_tsc_hz(int64_t interval_ns);

// "bare_metal", or "kvm" where a hypervisor is seen. A guest of ours is told its domain by the
// host.
std::string detect_domain();

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_INFO_H_
