#include "tools/vm/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace trampcheck {
namespace {

// With panic=-1 and -no-reboot QEMU ends by itself; the stack trace comes first.
constexpr int64_t kAfterPanicMs = 5000;
// Powering off takes a guest well under a second; the result is complete already.
constexpr int64_t kAfterExitMs = 10000;

std::optional<int> exit_status(const std::string& payload) {
  auto json = nlohmann::json::parse(payload, nullptr, false);
  if (!json.is_object() || !json.contains("status")) return std::nullopt;
  const auto& status = json["status"];
  return status.is_number_integer() ? std::optional<int>(status.get<int>()) : std::nullopt;
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  size_t start = text.rfind('\n');
  return start == std::string::npos ? text : text.substr(start + 1);
}

}  // namespace

void VmSession::console_bytes(std::string_view bytes, int64_t now_ms) {
  now_ms_ = last_byte_ms_ = now_ms;
  console_spoke_ = true;
  for (const std::string& line : console_.feed(bytes)) {
    if (events_.on_console) events_.on_console(line);
  }
  if (console_.saw(ConsoleEvent::kPanic) && !panic_ms_) panic_ms_ = now_ms;
}

void VmSession::result_bytes(std::string_view bytes, int64_t now_ms) {
  now_ms_ = last_byte_ms_ = now_ms;
  frames_.feed(bytes);
  drain();
}

void VmSession::drain() {
  while (auto event = frames_.next()) {
    if (auto* sound = std::get_if<Frame>(&*event)) {
      frame(*sound);
    } else if (damage_.empty()) {
      const auto& damage = std::get<FrameDamage>(*event);
      damage_ = fmt::format("{} (byte {} of the stream)", damage.what, damage.offset);
    }
  }
}

void VmSession::frame(const Frame& frame) {
  if (!got_.boot_ms) got_.boot_ms = now_ms_;
  switch (frame.type) {
    case FrameType::kHello:
      got_.hello = frame.payload;
      break;
    case FrameType::kProgress:
      if (events_.on_progress) events_.on_progress(frame.payload);
      break;
    case FrameType::kSnapshot:
      got_.snapshot = frame.payload;
      break;
    case FrameType::kResult:
      got_.result = frame.payload;
      break;
    case FrameType::kOutput:
      if (events_.on_output) events_.on_output(frame.payload);
      break;
    case FrameType::kLog:
      got_.log.push_back(frame.payload);
      break;
    case FrameType::kExit:
      got_.guest_status = exit_status(frame.payload);
      if (!got_.guest_status && damage_.empty()) damage_ = "the end marker holds no status";
      exit_ms_ = now_ms_;
      break;
  }
}

std::optional<VmStatus> VmSession::verdict(int64_t now_ms) {
  now_ms_ = now_ms;
  if (options_.stop && *options_.stop) return VmStatus::kInterrupted;
  // After the end marker only the machine's own end is missing.
  if (exit_ms_) {
    if (now_ms - *exit_ms_ < kAfterExitMs) return std::nullopt;
    return damage_.empty() ? VmStatus::kFinished : VmStatus::kDamaged;
  }
  if (panic_ms_ && now_ms - *panic_ms_ >= kAfterPanicMs) return ended_badly();
  if (panic_ms_) return std::nullopt;
  VmStatus because = now_ms >= options_.deadline_s * 1000                  ? VmStatus::kOverTime
                     : now_ms - last_byte_ms_ >= options_.silence_s * 1000 ? VmStatus::kHung
                                                                           : VmStatus::kFinished;
  if (!got_.boot_ms && now_ms >= options_.boot_s * 1000) because = VmStatus::kDidNotBoot;
  if (because == VmStatus::kFinished) return std::nullopt;
  if (because == VmStatus::kHung && !got_.boot_ms) because = VmStatus::kDidNotBoot;
  // What the kernel said of itself explains more than that it fell silent.
  VmStatus cause = ended_badly();
  bool explained = cause == VmStatus::kOopsed || cause == VmStatus::kOutOfMemory;
  return explained ? cause : because;
}

int64_t VmSession::next_deadline_ms() const {
  if (exit_ms_) return *exit_ms_ + kAfterExitMs;
  if (panic_ms_) return *panic_ms_ + kAfterPanicMs;
  int64_t next = std::min(options_.deadline_s * 1000, last_byte_ms_ + options_.silence_s * 1000);
  return got_.boot_ms ? next : std::min(next, options_.boot_s * 1000);
}

// The machine is gone, or must go, without an end marker: the gravest thing seen is the cause.
VmStatus VmSession::ended_badly() const {
  if (console_.saw(ConsoleEvent::kOutOfMemory)) return VmStatus::kOutOfMemory;
  if (console_.saw(ConsoleEvent::kNoInit)) return VmStatus::kNoInit;
  if (console_.saw(ConsoleEvent::kPanic)) return VmStatus::kPanicked;
  if (console_.saw(ConsoleEvent::kOops)) return VmStatus::kOopsed;
  if (!damage_.empty()) return VmStatus::kDamaged;
  return got_.boot_ms ? VmStatus::kNoResult : VmStatus::kDidNotBoot;
}

VmStatus VmSession::end(const ExitState& state, int64_t now_ms) {
  now_ms_ = now_ms;
  state_ = state;
  std::string rest = console_.finish();
  if (!rest.empty() && events_.on_console) events_.on_console(rest);
  if (auto unfinished = frames_.finish(); unfinished && damage_.empty()) {
    damage_ = unfinished->what;
  }
  if (exit_ms_) return damage_.empty() ? VmStatus::kFinished : VmStatus::kDamaged;
  if (state.status != 0 && !console_spoke_) return VmStatus::kQemuRefused;
  return ended_badly();
}

std::string VmSession::reason_for(VmStatus status, const std::string& qemu_stderr) const {
  auto console = [&](ConsoleEvent event) { return console_.first_line(event); };
  switch (status) {
    case VmStatus::kFinished:
      return "";
    case VmStatus::kNoInit:
      return console(ConsoleEvent::kNoInit);
    case VmStatus::kPanicked:
      return console(ConsoleEvent::kPanic);
    case VmStatus::kOopsed:
      return console(ConsoleEvent::kOops);
    case VmStatus::kOutOfMemory:
      return console(ConsoleEvent::kOutOfMemory);
    case VmStatus::kHung:
      return fmt::format("nothing heard from the guest for {} s", options_.silence_s);
    case VmStatus::kOverTime:
      return fmt::format("still running after {} s", options_.deadline_s);
    case VmStatus::kNoResult:
      return "the guest ended without an end marker";
    case VmStatus::kDamaged:
      return damage_;
    case VmStatus::kQemuRefused:
      return last_line(qemu_stderr);
    case VmStatus::kInterrupted:
      return "interrupted";
    case VmStatus::kDidNotBoot:
      break;
    case VmStatus::kQemuMissing:
    case VmStatus::kBadInput:
      return "";
  }
  std::string seen = console_spoke_ ? "the kernel spoke, init did not" : "the console stayed empty";
  std::string qemu = last_line(qemu_stderr);
  std::string killed = state_.signal ? fmt::format(", QEMU died of signal {}", state_.signal) : "";
  return fmt::format("{} in {:.1f} s{}{}", seen, static_cast<double>(now_ms_) / 1000, killed,
                     qemu.empty() ? "" : "; QEMU: " + qemu);
}

void VmSession::report(VmStatus status, const std::string& qemu_stderr, VmOutcome& outcome) const {
  outcome.status = status;
  outcome.reason = reason_for(status, qemu_stderr);
  outcome.guest_status = got_.guest_status;
  outcome.result = got_.result;
  outcome.snapshot = got_.snapshot;
  outcome.hello = got_.hello;
  outcome.log = got_.log;
  outcome.boot_ms = got_.boot_ms;
  outcome.console_tail = console_.tail();
  outcome.console_notes = console_.notes();
}

}  // namespace trampcheck
