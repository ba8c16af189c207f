#include "tools/vm/job.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr size_t kPaddedBytes = 16384;

json vm_to_json(const VmInfo& vm) {
  return {{"accel", vm.accel},
          {"qemu", vm.qemu},
          {"machine", vm.machine},
          {"cpu_model", vm.cpu_model},
          {"cpus", vm.cpus},
          {"memory_mib", vm.memory_mib},
          {"append", vm.append},
          {"kernel_image", vm.kernel_image},
          {"kernel_package", vm.kernel_package},
          {"boot", vm.boot},
          {"boots", vm.boots}};
}

VmInfo vm_from_json(const json& from) {
  VmInfo vm;
  vm.accel = from.value("accel", vm.accel);
  vm.qemu = from.value("qemu", vm.qemu);
  vm.machine = from.value("machine", vm.machine);
  vm.cpu_model = from.value("cpu_model", vm.cpu_model);
  vm.cpus = from.value("cpus", vm.cpus);
  vm.memory_mib = from.value("memory_mib", vm.memory_mib);
  vm.append = from.value("append", vm.append);
  vm.kernel_image = from.value("kernel_image", vm.kernel_image);
  vm.kernel_package = from.value("kernel_package", vm.kernel_package);
  vm.boot = from.value("boot", vm.boot);
  vm.boots = from.value("boots", vm.boots);
  return vm;
}

}  // namespace

std::string job_to_json(const Job& job) {
  json out = {{"argv", job.argv},
              {"kernel_config_path", job.kernel_config_path},
              {"domain", job.domain},
              {"vm", vm_to_json(job.vm)},
              {"extra", job.extra}};
  // A file name need not be UTF-8; it must not throw.
  std::string text = out.dump(1, ' ', false, json::error_handler_t::replace);
  // A path that is a letter longer must not move the rest of the initramfs: an icount guest's
  // figures depend on where its pages lie.
  text.resize((text.size() + kPaddedBytes - 1) / kPaddedBytes * kPaddedBytes, '\n');
  return text;
}

Expected<Job> job_from_json(std::string_view text) {
  try {
    json from = json::parse(text);
    Job job;
    job.argv = from.value("argv", job.argv);
    job.kernel_config_path = from.value("kernel_config_path", job.kernel_config_path);
    job.domain = from.value("domain", job.domain);
    job.vm = vm_from_json(from.value("vm", json::object()));
    job.extra = from.value("extra", job.extra);
    return job;
  } catch (const json::exception& error) {  // nlohmann's border: exceptions end here
    return Error{0, fmt::format("the job is damaged: {}", error.what())};
  }
}

}  // namespace trampcheck
