#include "harness/attach/probe.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace trampcheck {
namespace {

constexpr int kEnotsupp = 524;

std::string describe_error(int error_number) {
  return error_number == kEnotsupp ? "not supported (524)" : std::strerror(error_number);
}

}  // namespace

Support has_attach_type(const KernelFunctions& kernel, const AttachType& type) {
  const int64_t value = kernel.btf.enumerator(type.enumerator);
  if (value == type.value) return {true, ""};
  if (value < 0) return {false, fmt::format("this kernel's BTF has no {}", type.enumerator)};
  return {false,
          fmt::format("{} is {} in this kernel instead of {}", type.enumerator, value, type.value)};
}

Target find_target(const KernelFunctions& kernel, const char* function) {
  Target target{function, kernel.btf.function_id(function), 0};
  if (const Symbol* symbol = kernel.symbols.find(function)) target.address = symbol->address;
  return target;
}

Support probe_by_attaching(Expected<std::unique_ptr<Attachment>> opened,
                           const KernelFunctions& kernel, const char* function) {
  if (!opened) return {false, opened.error().text()};
  const Target target = find_target(kernel, function);
  if (target.btf_id == 0) return {false, fmt::format("no {} in this kernel's BTF", function)};
  Attachment& attachment = **opened;
  if (auto loaded = attachment.load({&target, 1}, {}); !loaded) {
    return {false, loaded.error().text()};
  }
  if (auto linked = attachment.attach({}); !linked) return {false, linked.error().text()};
  if (attachment.attached() == 1) {
    auto gone = attachment.detach({});
    return gone ? Support{true, ""} : Support{false, gone.error().text()};
  }
  if (attachment.refusals().empty()) return {false, "nothing was attached"};
  const Refusal& refusal = attachment.refusals().front();
  return {false,
          fmt::format("{} refused: {}{}{}", refusal.phase, describe_error(refusal.error_number),
                      refusal.message.empty() ? "" : ": ", refusal.message)};
}

}  // namespace trampcheck
