#include "tools/vm/runner.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "results/base/file.h"
#include "tools/process/process.h"
#include "tools/vm/kvm_probe.h"
#include "tools/vm/session.h"

namespace trampcheck {
namespace {

// Holds what the guest sends while we are not scheduled: QEMU must never wait for us, as a wait
// there moves the guest's interrupts.
constexpr int kPipeBytes = 1 << 20;
// Bytes come one by one; waking for each would take the host's time from the emulator.
constexpr int kGatherMs = 10;
// How often the stop flag is looked at when nothing comes.
constexpr int64_t kStopCheckMs = 200;

int64_t now_ms() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// All that the pipe holds now. False at its end.
bool drain(const Fd& fd, std::string& into) {
  char chunk[1 << 16];
  for (;;) {
    ssize_t got = read(fd.get(), chunk, sizeof chunk);
    if (got > 0) into.append(chunk, static_cast<size_t>(got));
    if (got == 0) return false;
    if (got < 0 && errno != EINTR) return errno == EAGAIN;
  }
}

Expected<Fd> in_memory_file(std::string_view bytes) {
  Fd fd(memfd_create("initramfs", MFD_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, "cannot make a file in memory");
  if (auto written = write_fd(fd.get(), bytes, "the initramfs"); !written) return written.error();
  return fd;
}

// One machine from start to end.
class Run {
 public:
  Run(const VmOptions& options, const VmEvents& events) : session_(options, events) {}

  Expected<void> start(const VmOptions& options, const std::vector<std::string>& command);
  VmStatus wait();
  const std::string& qemu_stderr() const { return stderr_text_; }
  int64_t elapsed_ms() const { return now_ms() - started_ms_; }
  const VmSession& session() const { return session_; }

 private:
  Expected<void> open_log(const std::string& path);
  bool take_bytes();
  void poll_once();

  VmSession session_;
  std::optional<Process> qemu_;
  Fd console_, results_, stderr_, log_;
  std::string stderr_text_;
  int64_t started_ms_ = now_ms();
};

Expected<void> Run::open_log(const std::string& path) {
  if (path.empty()) return {};
  log_ = Fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!log_.valid()) return errno_error(errno, fmt::format("cannot create {}", path));
  return {};
}

Expected<void> Run::start(const VmOptions& options, const std::vector<std::string>& command) {
  if (auto opened = open_log(options.console_log_path); !opened) return opened;
  auto archive = build_initramfs(options);
  if (!archive) return archive.error();
  auto initramfs = in_memory_file(*archive);
  if (!initramfs) return initramfs.error();
  auto console = make_pipe(kPipeBytes);
  auto results = make_pipe(kPipeBytes);
  if (!console) return console.error();
  if (!results) return results.error();
  auto qemu = Process::start(command, StartOptions{.stdout_path = "/dev/null",
                                                   .fds = {{console->write_end.get(), kConsoleFd},
                                                           {results->write_end.get(), kResultFd},
                                                           {initramfs->get(), kInitramfsFd}}});
  if (!qemu) return qemu.error();
  qemu_.emplace(*std::move(qemu));
  console_ = std::move(console->read_end);
  results_ = std::move(results->read_end);
  stderr_ = std::move(qemu_->stderr_pipe());
  return {};
}

// False once all streams have ended.
bool Run::take_bytes() {
  bool open = false;
  std::string bytes;
  if (console_.valid() && !drain(console_, bytes)) console_.reset();
  if (!bytes.empty()) {
    if (log_.valid() && !write_fd(log_.get(), bytes, "the console's log")) log_.reset();
    session_.console_bytes(bytes, elapsed_ms());
  }
  open |= console_.valid();
  bytes.clear();
  if (results_.valid() && !drain(results_, bytes)) results_.reset();
  if (!bytes.empty()) session_.result_bytes(bytes, elapsed_ms());
  open |= results_.valid();
  if (stderr_.valid() && !drain(stderr_, stderr_text_)) stderr_.reset();
  return open || stderr_.valid();
}

void Run::poll_once() {
  // A negative descriptor is passed over by poll().
  pollfd waited[] = {{console_.get(), POLLIN, 0},
                     {results_.get(), POLLIN, 0},
                     {stderr_.get(), POLLIN, 0},
                     {qemu_->pidfd(), POLLIN, 0}};
  int64_t left_ms =
      std::clamp<int64_t>(session_.next_deadline_ms() - elapsed_ms(), 1, kStopCheckMs);
  if (poll(waited, std::size(waited), static_cast<int>(left_ms)) <= 0) return;
  if (!waited[3].revents) poll(&waited[3], 1, kGatherMs);
}

VmStatus Run::wait() {
  for (;;) {
    poll_once();
    auto ended = qemu_->poll_exit();  // before reading: what it wrote last is in the pipes by now
    take_bytes();
    if (ended) return session_.end(*ended, elapsed_ms());
    if (auto verdict = session_.verdict(elapsed_ms())) {
      qemu_->kill_and_wait();
      take_bytes();
      return *verdict;
    }
  }
}

VmInfo describe(const VmOptions& options, const std::string& qemu) {
  VmInfo vm = options.job.vm;
  vm.accel = to_string(options.accel);
  vm.machine = machine_of(options.accel);
  vm.cpu_model = cpu_model_of(options.accel);
  vm.cpus = options.cpus;
  vm.memory_mib = options.memory_mib;
  vm.append = kernel_parameters(options);
  if (vm.kernel_image.empty()) vm.kernel_image = options.kernel_image;
  auto version = run_process({qemu, "--version"}, RunOptions{.deadline_s = 60});
  vm.qemu = version && version->ok() ? parse_qemu_version(version->out) : "unknown";
  return vm;
}

void fail(VmOutcome& outcome, VmStatus status, const Error& error) {
  outcome.status = status;
  outcome.reason = error.what;
  outcome.remedy = error.remedy;
}

const char* remedy_for(VmStatus status, const VmOptions& options, const std::string& qemu) {
  switch (status) {
    case VmStatus::kDidNotBoot:
      if (cpus_take_turns(options, qemu)) return "";
      return "QEMU before 8.1 boots no kernel before 6.5 with several CPUs while it counts "
             "instructions: take --cpus 1, --accel tcg or a newer QEMU";
    case VmStatus::kOutOfMemory:
      return "give the guest more with --memory";
    case VmStatus::kHung:
    case VmStatus::kOverTime:
      return "read the console's log; a slow host may need more time";
    default:
      return "";
  }
}

}  // namespace

VmOutcome run_vm(const VmOptions& given, const VmEvents& events) {
  VmOutcome outcome;
  auto qemu = find_program(kQemuProgram);
  if (!qemu) {
    fail(outcome, VmStatus::kQemuMissing,
         Error{ENOENT, fmt::format("{} is not on PATH", kQemuProgram),
               "apt-get install qemu-system-x86"});
    return outcome;
  }
  VmOptions options = given;
  if (access(options.kernel_image.c_str(), R_OK) != 0) {
    fail(outcome, VmStatus::kBadInput,
         errno_error(errno, fmt::format("cannot read kernel {}", options.kernel_image)));
    return outcome;
  }
  if (options.accel == Accel::kAuto) options.accel = kvm_works(options) ? Accel::kKvm : Accel::kTcg;
  options.job.domain = to_string(options.accel);
  options.job.vm = outcome.vm = describe(options, *qemu);
  outcome.command = qemu_command(options, *qemu);
  Run run(options, events);
  if (auto started = run.start(options, outcome.command); !started) {
    fail(outcome, VmStatus::kBadInput, started.error());
    return outcome;
  }
  VmStatus status = run.wait();
  run.session().report(status, run.qemu_stderr(), outcome);
  outcome.remedy = remedy_for(status, options, outcome.vm.qemu);
  outcome.vm.host_wall_ms = run.elapsed_ms();
  return outcome;
}

}  // namespace trampcheck
