#include "harness/measure/burn_options.h"

#include <charconv>

namespace trampcheck {

BurnOptions read_burn_options(std::string_view command_line) {
  const size_t begin = command_line.find(kBurnParameter);
  if (begin == std::string_view::npos) return {};
  std::string_view word = command_line.substr(begin + kBurnParameter.size());
  word = word.substr(0, word.find_first_of(" \n"));
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos) return {};
  BurnOptions options{std::string(word.substr(0, colon)), 0};
  const std::string_view count = word.substr(colon + 1);
  const auto [end, code] =
      std::from_chars(count.data(), count.data() + count.size(), options.instructions);
  if (code != std::errc() || end != count.data() + count.size()) return {};
  return options;
}

}  // namespace trampcheck
