// The guest's side: trampcheck as /init of a virtual machine.
#ifndef TRAMPCHECK_TOOLS_VM_GUEST_H_
#define TRAMPCHECK_TOOLS_VM_GUEST_H_

#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>

#include "results/base/file.h"
#include "tools/vm/frame.h"
#include "tools/vm/job.h"

namespace trampcheck {

// Sends frames to the host. Each call returns when the last byte has left the port, so that sending
// does not go on under a measurement. Safe to use from several threads. A port that fails is said
// once on the console; the host then misses the end marker, which is never a pass.
class GuestChannel {
 public:
  explicit GuestChannel(Fd port) : port_(std::move(port)) {}

  void hello(std::string_view json) { send(FrameType::kHello, json); }
  void progress(std::string_view line) { send(FrameType::kProgress, line); }
  void snapshot(std::string_view json) { send(FrameType::kSnapshot, json); }
  void result(std::string_view json) { send(FrameType::kResult, json); }
  void output(std::string_view text) { send(FrameType::kOutput, text); }
  void log(std::string_view text) { send(FrameType::kLog, text); }
  void exit(int status);

  // Bytes as they are, past all framing: for tests of what the host makes of damage.
  void raw(std::string_view bytes);

 private:
  void send(FrameType type, std::string_view payload);
  void write(std::string_view bytes);  // with mutex_ held

  std::mutex mutex_;
  Fd port_;
  uint16_t sequence_ = 0;
  bool failed_ = false;
};

// What the guest is for; the number returned becomes the guest's exit status.
using GuestMain = std::function<int(const Job&, GuestChannel&)>;

// True in the first process of a machine whose initramfs holds a job.
bool is_guest_init();

// Mounts what a run needs, raises limits, waits until the kernel has finished its own start-up
// work, runs `main`, sends the end marker, powers off. Never returns in a machine.
[[noreturn]] void guest_run(const GuestMain& main);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_GUEST_H_
