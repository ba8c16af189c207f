#include "tools/vm/qemu.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <utility>

#include "results/base/file.h"
#include "tools/vm/cpio.h"
#include "tools/vm/elf_program.h"

namespace trampcheck {
namespace {

constexpr struct {
  Accel accel;
  const char* word;
} kAccelWords[] = {
    {Accel::kIcount, "icount"}, {Accel::kTcg, "tcg"}, {Accel::kKvm, "kvm"}, {Accel::kAuto, "auto"}};

using Args = std::vector<std::string>;

void add(Args& to, const Args& more) { to.insert(to.end(), more.begin(), more.end()); }

// The file that `number` of a machine's serial ports writes to: a descriptor we handed over.
void add_serial(Args& to, const char* name, int fd, int set) {
  add(to, {"-add-fd", fmt::format("fd={},set={},opaque={}", fd, set, name)});
  add(to, {"-chardev", fmt::format("file,id={},path=/dev/fdset/{},append=on", name, set)});
  add(to, {"-device", fmt::format("isa-serial,chardev={},index={}", name, set - 1)});
}

Args accel_args(const VmOptions& options) {
  switch (options.accel) {
    case Accel::kIcount:
      // shift=0: one nanosecond an instruction, for every clock of the guest. sleep=off: idle time
      // is skipped, not waited for.
      return {"-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off"};
    case Accel::kTcg:
      // One thread for all CPUs. With a thread for each, QEMU 7.2 let a guest die of "Oops: int3"
      // in a trampoline (at a byte that reads as restored, so presumably a stale translation), and
      // one wait for an IPI for ever; 40 guests in one thread did neither.
      return {"-accel", "tcg,thread=single"};
    default:
      return {"-accel", "kvm"};
  }
}

}  // namespace

const char* to_string(Accel accel) {
  for (const auto& row : kAccelWords) {
    if (row.accel == accel) return row.word;
  }
  return "unknown";
}

std::optional<Accel> accel_from_string(const std::string& word) {
  for (const auto& row : kAccelWords) {
    if (row.word == word) return row.accel;
  }
  return std::nullopt;
}

// "pc" boots every kernel tried. Without HPET a boot skips its calibration; without ACPI a guest
// cannot power off; microvm saves half a second of five but has no PCI, unlike any real machine.
std::string machine_of(Accel) { return "pc,hpet=off"; }

// qemu64 has the same few features in every QEMU, so the kernel patches itself the same way; "max"
// grows with each release. As an AMD model it needs no page table isolation, which costs emulation
// a flush at each system call. RDRAND (repeatable by -seed) fills the random pool at once.
std::string cpu_model_of(Accel accel) { return accel == Accel::kKvm ? "host" : "qemu64,+rdrand"; }

std::string kernel_parameters(const VmOptions& options) {
  Args words = {
      "console=ttyS0",
      "panic=-1",             // with -no-reboot: a panic ends QEMU
      "nokaslr",              // code and data where they were in the run before
      "norandmaps",           // the same for our own process
      "tsc=reliable",         // no clock watchdog; the counter is the measure
      "random.trust_cpu=on",  // no wait for entropy
      "cryptomgr.notests",    // 0.4 s of self-tests before init, more beside it
      "no_timer_check",       // an emulated timer is connected
      "i8042.noaux",          // nobody types here
      "i8042.nokbd",
  };
  if (!options.append.empty()) words.push_back(options.append);
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> qemu_command(const VmOptions& options, const std::string& qemu) {
  Args args = {qemu, "-nodefaults", "-no-user-config", "-display", "none", "-monitor", "none"};
  add(args, {"-no-reboot"});
  add(args, {"-machine", machine_of(options.accel), "-cpu", cpu_model_of(options.accel)});
  add(args, {"-smp", fmt::format("{}", options.cpus)});
  add(args, {"-m", fmt::format("{}M", options.memory_mib)});
  add(args, accel_args(options));
  add(args, {"-rtc", "base=2026-01-01T00:00:00,clock=vm", "-seed", "1"});
  add_serial(args, "console", kConsoleFd, 1);
  add_serial(args, "results", kResultFd, 2);
  add(args, {"-kernel", options.kernel_image});
  add(args, {"-initrd", fmt::format("/dev/fd/{}", kInitramfsFd)});
  add(args, {"-append", kernel_parameters(options)});
  return args;
}

Expected<std::string> build_initramfs(const VmOptions& options) {
  auto init = read_file(options.init_binary);
  if (!init) return init.error();
  // A dynamically linked init would die without a word the user could read.
  if (!is_elf_program(*init) || interpreter_of(*init)) {
    return Error{0, fmt::format("{} is not a statically linked program", options.init_binary),
                 "build //tools:trampcheck without --dynamic_mode"};
  }
  CpioWriter archive;
  for (const char* path : {"/dev", "/proc", "/sys", "/tmp", "/run", "/etc"}) archive.folder(path);
  archive.char_device("/dev/console", 5, 1);
  archive.file("/init", *init, 0755);
  archive.file(kGuestJobPath, job_to_json(options.job));
  for (const GuestFile& file : options.extra_files) {
    if (file.host_path.empty()) {
      archive.file(file.path, file.content, file.permissions);
      continue;
    }
    auto content = read_file(file.host_path);
    if (!content) return content.error();
    archive.file(file.path, *content, file.permissions);
  }
  return archive.finish();
}

bool cpus_take_turns(const VmOptions& options, const std::string& version) {
  if (options.accel != Accel::kIcount || options.cpus == 1) return true;
  std::pair<int, int> release;
  const char* end = version.data() + version.size();
  auto [dot, bad] = std::from_chars(version.data(), end, release.first);
  if (bad != std::errc() || dot == end || *dot != '.') return true;
  if (std::from_chars(dot + 1, end, release.second).ec != std::errc()) return true;
  return release >= std::pair(8, 1);
}

std::string parse_qemu_version(const std::string& text) {
  constexpr std::string_view kBefore = "version ";
  std::string line = text.substr(0, text.find('\n'));
  size_t at = line.find(kBefore);
  if (at == std::string::npos) return line;
  at += kBefore.size();
  return line.substr(at, line.find(' ', at) - at);
}

}  // namespace trampcheck
