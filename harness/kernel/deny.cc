#include "harness/kernel/deny.h"

#include <unordered_map>
#include <vector>

#include "harness/kernel/glob.h"

namespace trampcheck {
namespace {

constexpr const char* kRecursion =
    "runs inside every BPF program's entry or exit: endless recursion";
constexpr const char* kIdle = "runs in the idle loop, where RCU may not be watching";
constexpr const char* kNoReturn =
    "never returns: an exit program pins its trampoline image for ever";
constexpr const char* kSelf = "on the attach path itself: would measure the measurement";
constexpr const char* kSleeper = "sleeps for long: pins its trampoline image until it returns";

constexpr DenyEntry kTable[] = {
    {"migrate_disable", kRecursion},
    {"migrate_enable", kRecursion},
    {"___migrate_enable", kRecursion},
    {"rcu_*", kRecursion},
    {"__rcu_*", kRecursion},
    {"preempt_count_add", kRecursion},
    {"preempt_count_sub", kRecursion},
    {"bpf_get_smp_processor_id", kRecursion},
    {"bpf_get_numa_node_id", kRecursion},
    {"bpf_spin_lock", kRecursion},
    {"bpf_spin_unlock", kRecursion},
    {"__bpf_prog_enter*", kRecursion},
    {"__bpf_prog_exit*", kRecursion},
    {"__bpf_tramp_enter", kRecursion},
    {"__bpf_tramp_exit", kRecursion},
    {"update_prog_stats", kRecursion},
    {"inc_misses_counter", kRecursion},
    {"bpf_prog_inc_misses_counter", kRecursion},
    {"bpf_prog_start_time", kRecursion},
    {"bpf_dispatcher_xdp_func", "is patched by the BPF dispatcher while attached"},
    {"arch_cpu_idle*", kIdle},
    {"default_idle*", kIdle},
    {"cpu_startup_entry", kNoReturn},
    {"do_exit", kNoReturn},
    {"do_group_exit", kNoReturn},
    {"do_task_dead", kNoReturn},
    {"make_task_dead", kNoReturn},
    {"kthread_exit", kNoReturn},
    {"kthread_complete_and_exit", kNoReturn},
    {"__module_put_and_kthread_exit", kNoReturn},
    {"__x64_sys_exit", kNoReturn},
    {"__ia32_sys_exit", kNoReturn},
    {"__x64_sys_exit_group", kNoReturn},
    {"__ia32_sys_exit_group", kNoReturn},
    {"panic", kNoReturn},
    {"nmi_panic", kNoReturn},
    {"stop_this_cpu", kNoReturn},
    {"machine_real_restart", kNoReturn},
    {"__x64_sys_rt_sigreturn", "leaves through the signal frame, not through its return"},
    {"__x64_sys_*select*", kSleeper},
    {"__x64_sys_*poll*", kSleeper},
    {"__x64_sys_epoll_*wait*", kSleeper},
    {"__x64_sys_*nanosleep*", kSleeper},
    {"__x64_sys_*sigtimedwait*", kSleeper},
    {"__x64_sys_*sigsuspend*", kSleeper},
    {"__x64_sys_pause", kSleeper},
    {"__x64_sys_futex*", kSleeper},
    {"__x64_sys_wait*", kSleeper},
    {"do_nanosleep", kSleeper},
    {"hrtimer_nanosleep", kSleeper},
    {"schedule_timeout*", kSleeper},
    {"schedule_hrtimeout*", kSleeper},
    {"futex_wait*", kSleeper},
    {"do_sys_poll", kSleeper},
    {"do_select", kSleeper},
    {"ep_poll", kSleeper},
    {"text_poke*", kSelf},
    {"smp_text_poke*", kSelf},
    {"on_each_cpu*", kSelf},
    {"smp_call_function*", kSelf},
    {"flush_tlb_*", kSelf},
    {"perf_event_*ksymbol*", kSelf},
    {"perf_event_bpf_event*", kSelf},
    {"kallsyms_*", kSelf},
    {"ftrace_*", kSelf},
    {"bpf_trampoline_*", kSelf},
    {"bpf_tramp_*", kSelf},
    {"__x64_sys_bpf", kSelf},
    {"__sys_bpf", kSelf},
};

// Exact names are hashed; only the patterns are tried one by one.
struct Compiled {
  std::unordered_map<std::string_view, const DenyEntry*> exact;
  std::vector<std::pair<Glob, const DenyEntry*>> globs;
};

Compiled compile() {
  Compiled compiled;
  for (const DenyEntry& entry : kTable) {
    std::string_view pattern = entry.pattern;
    if (pattern.find('*') == std::string_view::npos) {
      compiled.exact.emplace(pattern, &entry);
    } else {
      compiled.globs.emplace_back(Glob(entry.pattern), &entry);
    }
  }
  return compiled;
}

}  // namespace

std::span<const DenyEntry> deny_table() { return kTable; }

const DenyEntry* find_denied(std::string_view function) {
  static const Compiled compiled = compile();
  auto found = compiled.exact.find(function);
  if (found != compiled.exact.end()) return found->second;
  for (const auto& [glob, entry] : compiled.globs) {
    if (glob.matches(function)) return entry;
  }
  return nullptr;
}

}  // namespace trampcheck
