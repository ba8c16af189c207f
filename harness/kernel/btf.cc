#include "harness/kernel/btf.h"

#include <bpf/btf.h>
#include <fmt/format.h>

#include <cerrno>

#include "results/base/file.h"

namespace trampcheck {
namespace {

constexpr const char* kPath = "/sys/kernel/btf/vmlinux";
constexpr uint32_t kMaxArguments = 12;     // MAX_BPF_FUNC_ARGS
constexpr int64_t kMaxArgumentBytes = 16;  // two registers

// The type behind typedefs, const and the like; null where the BTF is damaged.
const btf_type* resolve(const struct btf* btf, uint32_t type_id) {
  int id = btf__resolve_type(btf, type_id);
  return id < 0 ? nullptr : btf__type_by_id(btf, id);
}

bool attachable_return(const struct btf* btf, uint32_t type_id) {
  if (type_id == 0) return true;  // void
  const btf_type* type = resolve(btf, type_id);
  return type != nullptr && !btf_is_composite(type);
}

bool attachable_argument(const struct btf* btf, uint32_t type_id) {
  if (type_id == 0) return false;  // "..."
  const btf_type* type = resolve(btf, type_id);
  if (type == nullptr || btf_is_union(type)) return false;
  int64_t size = btf__resolve_size(btf, type_id);
  return size > 0 && size <= kMaxArgumentBytes;
}

}  // namespace

void BtfDeleter::operator()(struct btf* btf) const { btf__free(btf); }

Expected<KernelBtf> KernelBtf::parse(std::string_view bytes) {
  KernelBtf kernel;
  kernel.btf_.reset(btf__new(bytes.data(), static_cast<uint32_t>(bytes.size())));
  if (kernel.btf_ == nullptr) return errno_error(errno, "cannot parse the kernel's BTF");
  const uint32_t count = btf__type_cnt(kernel.btf_.get());
  kernel.functions_.reserve(count / 2);
  for (uint32_t id = 1; id < count; ++id) {
    const btf_type* type = btf__type_by_id(kernel.btf_.get(), id);
    if (!btf_is_func(type)) continue;
    const char* name = btf__name_by_offset(kernel.btf_.get(), type->name_off);
    const btf_type* prototype = btf__type_by_id(kernel.btf_.get(), type->type);
    // libbpf 1.1 checks the sections' sizes, not what the types refer to.
    if (name == nullptr || prototype == nullptr || !btf_is_func_proto(prototype)) {
      return Error{EINVAL, fmt::format("the kernel's BTF is damaged at type {}", id)};
    }
    kernel.functions_.emplace(name, id);
  }
  return kernel;
}

uint32_t KernelBtf::function_id(std::string_view name) const {
  auto found = functions_.find(name);
  return found == functions_.end() ? 0 : found->second;
}

bool KernelBtf::attachable_signature(uint32_t function_id) const {
  const btf_type* function = btf__type_by_id(btf_.get(), function_id);
  const btf_type* prototype = btf__type_by_id(btf_.get(), function->type);
  const uint32_t arguments = btf_vlen(prototype);
  if (arguments > kMaxArguments) return false;
  if (!attachable_return(btf_.get(), prototype->type)) return false;
  const btf_param* parameter = btf_params(prototype);
  for (uint32_t i = 0; i < arguments; ++i) {
    if (!attachable_argument(btf_.get(), parameter[i].type)) return false;
  }
  return true;
}

int64_t KernelBtf::enumerator(std::string_view name) const {
  const uint32_t count = btf__type_cnt(btf_.get());
  for (uint32_t id = 1; id < count; ++id) {
    const btf_type* type = btf__type_by_id(btf_.get(), id);
    if (!btf_is_enum(type)) continue;
    const struct btf_enum* value = btf_enum(type);
    for (uint32_t i = 0; i < btf_vlen(type); ++i) {
      const char* known = btf__name_by_offset(btf_.get(), value[i].name_off);
      if (known != nullptr && name == known) return value[i].val;
    }
  }
  return -1;
}

Expected<KernelBtf> read_kernel_btf() {
  auto bytes = read_file(kPath);
  if (!bytes) {
    Error error = bytes.error();
    error.what = "this kernel has no BTF (" + error.what + ")";
    error.remedy = "boot one built with CONFIG_DEBUG_INFO_BTF=y";
    return error;
  }
  return KernelBtf::parse(*bytes);
}

}  // namespace trampcheck
