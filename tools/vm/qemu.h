// The virtual machine as a value, and the QEMU command line that makes it.
#ifndef TRAMPCHECK_TOOLS_VM_QEMU_H_
#define TRAMPCHECK_TOOLS_VM_QEMU_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "tools/vm/job.h"

namespace trampcheck {

enum class Accel {
  kIcount,  // emulated, time counted in instructions: repeats on any host
  kTcg,     // emulated, time from the host's clock
  kKvm,     // the host's processor
  kAuto,    // kKvm where a probe boot proves that it works, else kTcg
};
const char* to_string(Accel accel);
std::optional<Accel> accel_from_string(const std::string& word);

// A file that the guest finds in its initramfs.
struct GuestFile {
  std::string path;
  std::string content;
  uint32_t permissions = 0644;
  std::string host_path;  // not empty: the content is what this file of the host's holds
};

struct VmOptions {
  std::string kernel_image;  // bzImage, or a vmlinux with a PVH note
  Accel accel = Accel::kAuto;
  int cpus = 1;
  int memory_mib = 1024;
  std::string append;                          // goes after our own kernel parameters
  int64_t boot_s = 120;                        // from start to init's first word
  int64_t silence_s = 300;                     // without a byte on either serial port
  int64_t deadline_s = 3600;                   // all in all
  std::string init_binary = "/proc/self/exe";  // static; becomes /init
  Job job;
  std::vector<GuestFile> extra_files;
  std::string console_log_path;             // everything the console says; empty: not kept
  const std::atomic<bool>* stop = nullptr;  // set by a signal handler: end the machine
};

// The descriptors that QEMU inherits.
inline constexpr int kConsoleFd = 10;
inline constexpr int kResultFd = 11;
inline constexpr int kInitramfsFd = 12;

inline constexpr const char* kQemuProgram = "qemu-system-x86_64";

// What `-machine` and `-cpu` get. kAuto must have been resolved before.
std::string machine_of(Accel accel);
std::string cpu_model_of(Accel accel);

// The whole kernel command line.
std::string kernel_parameters(const VmOptions& options);

// The command to execute, `qemu` (its path) first. kAuto must have been resolved before.
std::vector<std::string> qemu_command(const VmOptions& options, const std::string& qemu);

// The initramfs: init, job, extra files, /dev/console. Errors: init cannot be read or is not a
// static program; a file of the host's cannot be read.
Expected<std::string> build_initramfs(const VmOptions& options);

// Whether QEMU of `version` lets every CPU of a guest run when one waits for another in a loop
// without a pause, as kernels before 6.5 do while they boot. With instructions counted it does
// since 8.1 (QEMU's commit 83ecdb18eb); a version that cannot be read is taken for a new one.
bool cpus_take_turns(const VmOptions& options, const std::string& version);

// "7.2.22" of QEMU's own version text; the text's first line where it looks different.
std::string parse_qemu_version(const std::string& text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_QEMU_H_
