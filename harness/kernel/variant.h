// What a kernel of `trampcheck kernels build` says about itself.
#ifndef TRAMPCHECK_HARNESS_KERNEL_VARIANT_H_
#define TRAMPCHECK_HARNESS_KERNEL_VARIANT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trampcheck {

// The folder in debugfs; its file "batch" begins and commits a batch of links (before 7.2).
inline constexpr const char* kVariantFolder = "/sys/kernel/debug/trampcheck";

// base, poke, poke_batch or poke_batch_ipi; nothing on every other kernel. Where debugfs cannot be
// read, what the release says.
std::optional<std::string> kernel_variant();

// "poke" of "7.3.4-trampcheck-poke".
std::optional<std::string> variant_in_release(std::string_view release);

// Whether trampolines of this variant patch text without ftrace, and whether many at once.
bool pokes(std::string_view variant);
bool pokes_in_batches(std::string_view variant);

// Counted since boot by a kernel that counts.
struct PokeCounters {
  int64_t sync_rounds = 0;  // rounds of IPIs, for text patching of all kinds
  int64_t batch_ns = 0;     // inside of batches
  int64_t image_ns = 0;     // making trampoline images: size, memory, code, protection
};

// Reads "sync_rounds N", "batch_ns N" and "image_ns N" among other lines. Nothing where one is
// missing.
std::optional<PokeCounters> parse_poke_counters(std::string_view text);

// Nothing where the kernel does not count.
std::optional<PokeCounters> read_poke_counters();

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_VARIANT_H_
