#include "results/base/line.h"

namespace trampcheck {

std::string one_line(std::string_view text) {
  constexpr unsigned char kDelete = 0x7f;
  std::string out(text);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == kDelete) c = '?';
  }
  return out;
}

}  // namespace trampcheck
