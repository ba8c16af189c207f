// What a guest's console says about how the guest fares. Pure functions over its lines.
#ifndef TRAMPCHECK_TOOLS_VM_CONSOLE_H_
#define TRAMPCHECK_TOOLS_VM_CONSOLE_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trampcheck {

enum class ConsoleEvent {
  kNoInit,       // the kernel found no /init that runs; a panic follows
  kPanic,        // the kernel stopped for good
  kOops,         // the kernel broke and went on: what it does from here counts for little
  kOutOfMemory,  // a process was killed, or nothing was left to kill
  kStall,        // lockups and RCU stalls; on a loaded host also the emulator's fault
  kWarning,      // WARN_ON: something is not as the kernel's authors thought
};
inline constexpr size_t kConsoleEvents = 6;

// The event that one line tells of, or nothing.
std::optional<ConsoleEvent> classify_console_line(std::string_view line);

// Gathers console bytes into lines and remembers what matters.
class ConsoleWatch {
 public:
  static constexpr size_t kTailLines = 15;
  static constexpr size_t kMaxNotes = 20;
  static constexpr size_t kMaxLineBytes = 4096;  // longer ones are cut into several

  // Returns the lines that these bytes complete, without line ends and stray carriage returns.
  std::vector<std::string> feed(std::string_view bytes);

  // The line left without an end when the stream stops; empty where there is none.
  std::string finish();

  bool saw(ConsoleEvent event) const { return seen_[static_cast<size_t>(event)]; }

  // The line that told of the event first; empty where it was not seen.
  const std::string& first_line(ConsoleEvent event) const {
    return first_[static_cast<size_t>(event)];
  }

  // The last lines, oldest first.
  std::vector<std::string> tail() const { return {tail_.begin(), tail_.end()}; }

  // Lines with an event, in order, the first kMaxNotes of them.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void take(const std::string& line);

  std::string partial_;
  std::deque<std::string> tail_;
  std::vector<std::string> notes_;
  bool seen_[kConsoleEvents] = {};
  std::string first_[kConsoleEvents];
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_CONSOLE_H_
