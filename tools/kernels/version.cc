#include "tools/kernels/version.h"

#include <algorithm>
#include <cctype>

namespace trampcheck {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the leading run of digits, or of anything else, off the text.
std::string_view take_run(std::string_view& text, bool digits) {
  size_t end = 0;
  while (end < text.size() && is_digit(text[end]) == digits) ++end;
  std::string_view run = text.substr(0, end);
  text.remove_prefix(end);
  return run;
}

// The end of a run sorts after '~' and before everything else.
int weight(std::string_view run, size_t at) {
  if (at >= run.size()) return 0;
  unsigned char c = static_cast<unsigned char>(run[at]);
  if (c == '~') return -1;
  return std::isalpha(c) ? c : c + 256;
}

int compare_signs(std::string_view a, std::string_view b) {
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (int difference = weight(a, i) - weight(b, i); difference != 0) return difference;
  }
  return 0;
}

// By length and then by text, so that no number is too long.
int compare_numbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

int compare_part(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    std::string_view signs_a = take_run(a, /*digits=*/false);
    std::string_view signs_b = take_run(b, /*digits=*/false);
    if (int order = compare_signs(signs_a, signs_b); order != 0) return order;
    std::string_view number_a = take_run(a, /*digits=*/true);
    std::string_view number_b = take_run(b, /*digits=*/true);
    if (int order = compare_numbers(number_a, number_b); order != 0) return order;
  }
  return 0;
}

struct Parts {
  std::string_view epoch;
  std::string_view upstream;
  std::string_view revision;
};

Parts split(std::string_view version) {
  Parts parts;
  if (size_t colon = version.find(':'); colon != std::string_view::npos) {
    parts.epoch = version.substr(0, colon);
    version.remove_prefix(colon + 1);
  }
  size_t dash = version.rfind('-');
  parts.upstream = version.substr(0, dash);
  if (dash != std::string_view::npos) parts.revision = version.substr(dash + 1);
  return parts;
}

}  // namespace

int compare_versions(std::string_view a, std::string_view b) {
  Parts left = split(a);
  Parts right = split(b);
  if (int order = compare_numbers(left.epoch, right.epoch); order != 0) return order;
  if (int order = compare_part(left.upstream, right.upstream); order != 0) return order;
  return compare_part(left.revision, right.revision);
}

}  // namespace trampcheck
