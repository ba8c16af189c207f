#include "harness/attach/trace_pipe.h"

namespace trampcheck {

// "  init-1  [000] .....  12.345678: __x64_sys_getsid <-do_syscall_64". The command before it may
// hold anything, so that the line is read from its end.
void CallCounter::add_line(std::string_view line) {
  const size_t arrow = line.rfind(" <-");
  if (arrow == std::string_view::npos) return;
  std::string_view head = line.substr(0, arrow);
  const size_t colon = head.rfind(": ");
  if (colon == std::string_view::npos) return;
  std::string_view function = head.substr(colon + 2);
  auto found = calls_.find(function);
  if (found == calls_.end()) found = calls_.emplace(function, 0).first;
  ++found->second;
}

void CallCounter::add(std::string_view text) {
  unfinished_ += text;
  size_t at = 0;
  for (size_t end; (end = unfinished_.find('\n', at)) != std::string::npos; at = end + 1) {
    add_line(std::string_view(unfinished_).substr(at, end - at));
  }
  unfinished_.erase(0, at);
}

uint64_t CallCounter::calls(std::string_view function) const {
  auto found = calls_.find(function);
  return found == calls_.end() ? 0 : found->second;
}

}  // namespace trampcheck
