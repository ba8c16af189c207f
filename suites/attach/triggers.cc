#include "suites/attach/triggers.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace trampcheck {
namespace {

// Every call either only asks, or is refused for its arguments: nothing outlives it.
constexpr int kNoFd = -1;
constexpr uintptr_t kNoAddress = 1;

constexpr Trigger kTriggers[] = {
    {"__x64_sys_sched_yield", [] { syscall(SYS_sched_yield); }},
    {"__x64_sys_sched_getparam", [] { syscall(SYS_sched_getparam, 0, kNoAddress); }},
    {"__x64_sys_sched_getscheduler", [] { syscall(SYS_sched_getscheduler, 0); }},
    {"__x64_sys_sched_get_priority_max", [] { syscall(SYS_sched_get_priority_max, 0); }},
    {"__x64_sys_sched_get_priority_min", [] { syscall(SYS_sched_get_priority_min, 0); }},
    {"__x64_sys_sched_rr_get_interval", [] { syscall(SYS_sched_rr_get_interval, 0, kNoAddress); }},
    {"__x64_sys_sysinfo", [] { syscall(SYS_sysinfo, kNoAddress); }},
    {"__x64_sys_setfsuid", [] { syscall(SYS_setfsuid, -1); }},
    {"__x64_sys_setfsgid", [] { syscall(SYS_setfsgid, -1); }},
    {"__x64_sys_setpriority", [] { syscall(SYS_setpriority, -1, 0, 0); }},
    {"__x64_sys_shutdown", [] { syscall(SYS_shutdown, kNoFd, 0); }},
    {"__x64_sys_splice", [] { syscall(SYS_splice, kNoFd, 0, kNoFd, 0, 1, 0); }},
    {"__x64_sys_signalfd4", [] { syscall(SYS_signalfd4, kNoFd, kNoAddress, 0, -1); }},
    {"__x64_sys_syncfs", [] { syscall(SYS_syncfs, kNoFd); }},
    {"__x64_sys_getpgid", [] { syscall(SYS_getpgid, 0); }},
    {"__x64_sys_getsid", [] { syscall(SYS_getsid, 0); }},
    {"__x64_sys_getpriority", [] { syscall(SYS_getpriority, -1, 0); }},
    {"__x64_sys_getitimer", [] { syscall(SYS_getitimer, -1, kNoAddress); }},
    {"__x64_sys_getgroups", [] { syscall(SYS_getgroups, -1, kNoAddress); }},
    {"__x64_sys_times", [] { syscall(SYS_times, 0); }},
    {"__x64_sys_flock", [] { syscall(SYS_flock, kNoFd, 0); }},
    {"__x64_sys_fdatasync", [] { syscall(SYS_fdatasync, kNoFd); }},
    {"__x64_sys_fchdir", [] { syscall(SYS_fchdir, kNoFd); }},
    // Not the system call's own name: for mechanisms that take only security_* functions.
    {"security_task_getioprio", [] { syscall(SYS_ioprio_get, 1, 0); }},
    {"__x64_sys_listen", [] { syscall(SYS_listen, kNoFd, 0); }},
};

}  // namespace

std::span<const Trigger> triggers() { return kTriggers; }

const Trigger* find_trigger(std::string_view function) {
  for (const Trigger& trigger : kTriggers) {
    if (function == trigger.function) return &trigger;
  }
  return nullptr;
}

}  // namespace trampcheck
