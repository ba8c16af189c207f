// Counting calls of functions in the output of the function tracer.
#ifndef TRAMPCHECK_HARNESS_ATTACH_TRACE_PIPE_H_
#define TRAMPCHECK_HARNESS_ATTACH_TRACE_PIPE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace trampcheck {

class CallCounter {
 public:
  // Takes some more of the text; a line may come in two parts.
  void add(std::string_view text);
  uint64_t calls(std::string_view function) const;

 private:
  void add_line(std::string_view line);
  std::string unfinished_;
  std::map<std::string, uint64_t, std::less<>> calls_;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_TRACE_PIPE_H_
