#include "harness/attach/external.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace trampcheck {

std::string command_text(const ExternalCommand& command) {
  constexpr size_t kShown = 300;
  std::string text;
  for (const std::string& word : command.argv) {
    const bool plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalnum(c) || c == '-' || c == '_' || c == '/' || c == '.';
    });
    if (!text.empty()) text += ' ';
    text += plain ? word : fmt::format("'{}'", word);
  }
  if (text.size() <= kShown) return text;
  const std::string end = text.substr(text.size() - std::min(text.size(), kShown / 4));
  return text.substr(0, kShown - end.size()) + " ... " + end;
}

}  // namespace trampcheck
