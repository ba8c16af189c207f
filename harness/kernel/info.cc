#include "harness/kernel/info.h"

#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include <charconv>
#include <filesystem>
#include <vector>

#include "harness/kernel/variant.h"
#include "harness/measure/tsc.h"
#include "results/base/file.h"
#include "results/base/sha256.h"

namespace trampcheck {
namespace {

// KERNELS: what changes the cost or the path of attach, detach and image release.
constexpr const char* kOptions[] = {
    "BPF_JIT_ALWAYS_ON",
    "CALL_DEPTH_TRACKING",
    "DEBUG_LIST",
    "DYNAMIC_FTRACE_WITH_ARGS",
    "DYNAMIC_FTRACE_WITH_DIRECT_CALLS",
    "DYNAMIC_FTRACE_WITH_JMP",
    "FPROBE",
    "FUNCTION_ERROR_INJECTION",
    "HAVE_SINGLE_FTRACE_DIRECT_OPS",
    "HZ",
    "KASAN",
    "LIVEPATCH",
    "LOCKDEP",
    "NR_CPUS",
    "PREEMPTION",
    "PREEMPT_DYNAMIC",
    "PREEMPT_RCU",
    "PROVE_LOCKING",
    "TASKS_RCU",
    "TASKS_TRACE_RCU",
    "X86_KERNEL_IBT",
};

constexpr const char* kKnobFiles[][2] = {
    {"kernel.ftrace_enabled", "/proc/sys/kernel/ftrace_enabled"},
    {"kernel.bpf_stats_enabled", "/proc/sys/kernel/bpf_stats_enabled"},
    {"kernel.kptr_restrict", "/proc/sys/kernel/kptr_restrict"},
    {"kernel.perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid"},
    {"net.core.bpf_jit_enable", "/proc/sys/net/core/bpf_jit_enable"},
    {"net.core.bpf_jit_harden", "/proc/sys/net/core/bpf_jit_harden"},
    {"rcu_expedited", "/sys/kernel/rcu_expedited"},
    {"rcu_normal", "/sys/kernel/rcu_normal"},
};

constexpr const char* kRcuParameters = "/sys/module/rcupdate/parameters";

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string read_line(const std::string& path) {
  auto text = read_file(path);
  return text ? trimmed(std::move(*text)) : "";
}

std::optional<std::string> gunzip(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  std::string text;
  char buffer[65536];
  int got = 0;
  while ((got = gzread(file, buffer, sizeof(buffer))) > 0) text.append(buffer, got);
  gzclose(file);
  if (text.empty()) return std::nullopt;
  return text;
}

// The value behind "model name\t: " or "MemTotal:" of a proc file.
std::string field(const std::string& text, const std::string& name) {
  size_t at = text.find(name);
  if (at == std::string::npos) return "";
  at = text.find(':', at);
  if (at == std::string::npos) return "";
  size_t begin = text.find_first_not_of(" \t", at + 1);
  size_t end = text.find('\n', at);
  return begin == std::string::npos || begin >= end ? "" : text.substr(begin, end - begin);
}

std::map<std::string, std::string> read_knobs() {
  std::map<std::string, std::string> knobs;
  for (const auto& [name, path] : kKnobFiles) {
    if (std::string value = read_line(path); !value.empty()) knobs[name] = value;
  }
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(kRcuParameters, ignored)) {
    std::string value = read_line(entry.path().string());
    if (!value.empty()) knobs["rcupdate." + entry.path().filename().string()] = value;
  }
  // Not of a setting, but what is different in the kernel all the same.
  if (auto variant = kernel_variant()) knobs["trampcheck.variant"] = *variant;
  return knobs;
}

int64_t raw_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

std::map<std::string, std::string> attach_options(std::string_view config_text) {
  std::map<std::string, std::string> options;
  for (const char* name : kOptions) {
    std::string key = std::string("\nCONFIG_") + name + "=";
    size_t begin = config_text.find(key);
    if (config_text.starts_with(key.substr(1))) {  // on the very first line
      begin = key.size() - 1;
    } else if (begin != std::string_view::npos) {
      begin += key.size();
    } else {
      options[name] = "n";
      continue;
    }
    options[name] = config_text.substr(begin, config_text.find('\n', begin) - begin);
  }
  return options;
}

std::optional<std::string> find_config(const std::optional<std::string>& given) {
  if (given) return given;
  if (auto text = gunzip("/proc/config.gz")) return text;
  utsname name{};
  uname(&name);
  auto text = read_file(std::string("/boot/config-") + name.release);
  if (text) return std::move(*text);
  return std::nullopt;
}

KernelInfo read_kernel_info(const std::optional<std::string>& config_text) {
  KernelInfo info;
  utsname name{};
  uname(&name);
  info.release = name.release;
  info.version = name.version;
  info.arch = name.machine;
  info.cmdline = read_line("/proc/cmdline");
  if (config_text) {
    info.config_sha256 = sha256_hex(*config_text);
    info.config = attach_options(*config_text);
  }
  info.knobs = read_knobs();
  info.clock_source = read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  info.taint_before = read_taint();
  info.cpus_online = sysconf(_SC_NPROCESSORS_ONLN);
  if (auto text = read_file("/proc/cpuinfo")) info.cpu_model = field(*text, "model name");
  info.memory_kib = sysconf(_SC_PHYS_PAGES) * (sysconf(_SC_PAGESIZE) / 1024);
  return info;
}

std::optional<int64_t> read_taint() {
  std::string text = read_line("/proc/sys/kernel/tainted");
  int64_t bits = 0;
  auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (text.empty() || code != std::errc()) return std::nullopt;
  return bits;
}

std::optional<int64_t> measure_tsc_hz(int64_t interval_ns) {
  constexpr int64_t kLoopLimit = 100'000'000;  // a clock that stands still must not hang us
  const int64_t begin_ns = raw_ns();
  const uint64_t begin = read_tsc();
  for (int64_t i = 0; i < kLoopLimit; ++i) {
    const int64_t now_ns = raw_ns();
    if (now_ns - begin_ns < interval_ns) continue;
    const double ticks = static_cast<double>(read_tsc() - begin);
    return static_cast<int64_t>(ticks * 1e9 / static_cast<double>(now_ns - begin_ns));
  }
  return std::nullopt;
}

std::string detect_domain() {
  auto text = read_file("/proc/cpuinfo");
  return text && text->find(" hypervisor") != std::string::npos ? "kvm" : "bare_metal";
}

}  // namespace trampcheck
