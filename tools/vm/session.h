// What is known of a running machine, and the verdict on it. Takes bytes and times, no descriptors:
// everything the runner decides is decided here and tested without QEMU.
#ifndef TRAMPCHECK_TOOLS_VM_SESSION_H_
#define TRAMPCHECK_TOOLS_VM_SESSION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tools/process/process.h"
#include "tools/vm/console.h"
#include "tools/vm/frame.h"
#include "tools/vm/runner.h"

namespace trampcheck {

class VmSession {
 public:
  // Times are milliseconds since the machine's start.
  VmSession(const VmOptions& options, const VmEvents& events)
      : options_(options), events_(events) {}

  void console_bytes(std::string_view bytes, int64_t now_ms);
  void result_bytes(std::string_view bytes, int64_t now_ms);

  // Whether the machine must be ended now, and why; asked after every event and timeout.
  std::optional<VmStatus> verdict(int64_t now_ms);

  // When verdict() wants to be asked again though nothing came.
  int64_t next_deadline_ms() const;

  // The verdict once the machine has ended by itself and both streams are read to their end.
  VmStatus end(const ExitState& state, int64_t now_ms);

  // Fills the outcome's fields from what came.
  void report(VmStatus status, const std::string& qemu_stderr, VmOutcome& outcome) const;

 private:
  void drain();
  void frame(const Frame& frame);
  VmStatus ended_badly() const;
  std::string reason_for(VmStatus status, const std::string& qemu_stderr) const;

  const VmOptions& options_;
  const VmEvents& events_;
  ConsoleWatch console_;
  FrameReader frames_;
  VmOutcome got_;
  std::string damage_;
  ExitState state_;
  int64_t now_ms_ = 0;
  int64_t last_byte_ms_ = 0;
  std::optional<int64_t> panic_ms_;
  std::optional<int64_t> exit_ms_;
  bool console_spoke_ = false;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_SESSION_H_
