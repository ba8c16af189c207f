#include "tools/vm/console.h"

#include <utility>

namespace trampcheck {
namespace {

struct Pattern {
  std::string_view text;
  ConsoleEvent event;
};

// The first that is found decides, so the special ones come before the general. "Kernel panic"
// never stands alone for a reason: out-of-memory and missing-init panics carry theirs in the line.
constexpr Pattern kPatterns[] = {
    {"System is deadlocked on memory", ConsoleEvent::kOutOfMemory},
    {"Out of memory", ConsoleEvent::kOutOfMemory},
    {"invoked oom-killer", ConsoleEvent::kOutOfMemory},
    // Our archive is sound and not compressed: only a lack of memory stops its unpacking. The
    // kernel says "invalid magic at start of compressed archive" then, and panics for want of a
    // root.
    {"Initramfs unpacking failed", ConsoleEvent::kOutOfMemory},
    {"No working init found", ConsoleEvent::kNoInit},
    {"Requested init ", ConsoleEvent::kNoInit},
    {"Unable to mount root fs", ConsoleEvent::kNoInit},
    {"Kernel panic - not syncing", ConsoleEvent::kPanic},
    {"BUG: soft lockup", ConsoleEvent::kStall},
    {"BUG: workqueue lockup", ConsoleEvent::kStall},
    {"self-detected stall", ConsoleEvent::kStall},
    {"detected stalls on", ConsoleEvent::kStall},
    {"blocked for more than", ConsoleEvent::kStall},
    {"BUG: ", ConsoleEvent::kOops},
    {"kernel BUG at ", ConsoleEvent::kOops},
    {"Oops: ", ConsoleEvent::kOops},
    {"Oops - ", ConsoleEvent::kOops},
    {"general protection fault", ConsoleEvent::kOops},
    {"double fault", ConsoleEvent::kOops},
    {"invalid opcode:", ConsoleEvent::kOops},
    {"stack segment:", ConsoleEvent::kOops},
    {"Internal error:", ConsoleEvent::kOops},
    {"WARNING: ", ConsoleEvent::kWarning},
};

// A process that dies of a signal is logged in words that a dying kernel uses as well:
// "traps: test[45] general protection fault ip:... sp:... error:0 in test[...]".
bool is_user_fault(std::string_view line) {
  return line.find("traps: ") != std::string_view::npos &&
         line.find(" ip:") != std::string_view::npos;
}

}  // namespace

std::optional<ConsoleEvent> classify_console_line(std::string_view line) {
  if (is_user_fault(line)) return std::nullopt;
  for (const Pattern& pattern : kPatterns) {
    if (line.find(pattern.text) != std::string_view::npos) return pattern.event;
  }
  return std::nullopt;
}

void ConsoleWatch::take(const std::string& line) {
  tail_.push_back(line);
  if (tail_.size() > kTailLines) tail_.pop_front();
  auto event = classify_console_line(line);
  if (!event) return;
  auto index = static_cast<size_t>(*event);
  if (!seen_[index]) first_[index] = line;
  seen_[index] = true;
  // "Kernel panic - not syncing: Out of memory" and its like are two events in one line.
  if (line.find("Kernel panic - not syncing") != std::string::npos) {
    auto panic = static_cast<size_t>(ConsoleEvent::kPanic);
    if (!seen_[panic]) first_[panic] = line;
    seen_[panic] = true;
  }
  if (notes_.size() < kMaxNotes) notes_.push_back(line);
}

std::vector<std::string> ConsoleWatch::feed(std::string_view bytes) {
  std::vector<std::string> lines;
  for (char byte : bytes) {
    if (byte == '\r' || byte == '\0') continue;
    if (byte != '\n') partial_.push_back(byte);
    if (byte != '\n' && partial_.size() < kMaxLineBytes) continue;
    take(partial_);
    lines.push_back(std::exchange(partial_, {}));
  }
  return lines;
}

std::string ConsoleWatch::finish() {
  if (!partial_.empty()) take(partial_);
  return std::exchange(partial_, {});
}

}  // namespace trampcheck
