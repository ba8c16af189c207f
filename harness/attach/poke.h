// fentry on kernels whose trampolines patch text without ftrace: tools/kernels/variants.
#ifndef TRAMPCHECK_HARNESS_ATTACH_POKE_H_
#define TRAMPCHECK_HARNESS_ATTACH_POKE_H_

#include <memory>
#include <string>

#include "harness/attach/mechanism.h"

namespace trampcheck {

inline constexpr const char* kPokeSingle = "text poke without ftrace, one site at a time";
inline constexpr const char* kPokeBatch = "text pokes without ftrace, batches of 256 sites";

Expected<std::unique_ptr<Attachment>> open_fentry_poke();
Expected<std::unique_ptr<Attachment>> open_fentry_poke_batch();
Support probe_fentry_poke(const KernelFunctions& kernel);
Support probe_fentry_poke_batch(const KernelFunctions& kernel);

// How the mechanism patches text on the running kernel: what its table row says, but on a variant
// whose trampolines do it themselves.
std::string patched_by(const Mechanism& mechanism);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_POKE_H_
