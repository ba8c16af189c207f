#include "harness/kernel/variant.h"

#include <sys/utsname.h>

#include <algorithm>
#include <charconv>

#include "results/base/file.h"

namespace trampcheck {
namespace {

// The number behind "NAME " at the start of a line.
std::optional<int64_t> counter(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ' ') continue;
    std::string_view digits = line.substr(name.size() + 1);
    int64_t value = 0;
    auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code == std::errc() && end == digits.data() + digits.size()) return value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> variant_in_release(std::string_view release) {
  constexpr std::string_view kMark = "-trampcheck-";
  const size_t at = release.find(kMark);
  if (at == std::string_view::npos || at + kMark.size() == release.size()) return std::nullopt;
  return std::string(release.substr(at + kMark.size()));
}

std::optional<std::string> kernel_variant() {
  if (auto text = read_file(std::string(kVariantFolder) + "/variant", 256)) {
    return text->substr(0, text->find('\n'));
  }
  // debugfs may not be mounted, or not for us.
  utsname name{};
  if (uname(&name) != 0) return std::nullopt;
  return variant_in_release(name.release);
}

bool pokes(std::string_view variant) { return variant.starts_with("poke"); }

bool pokes_in_batches(std::string_view variant) { return variant.starts_with("poke_batch"); }

std::optional<PokeCounters> parse_poke_counters(std::string_view text) {
  auto rounds = counter(text, "sync_rounds");
  auto batch_ns = counter(text, "batch_ns");
  auto image_ns = counter(text, "image_ns");
  if (!rounds || !batch_ns || !image_ns) return std::nullopt;
  return PokeCounters{*rounds, *batch_ns, *image_ns};
}

std::optional<PokeCounters> read_poke_counters() {
  auto text = read_file(std::string(kVariantFolder) + "/counters", 4096);
  if (!text) return std::nullopt;
  return parse_poke_counters(*text);
}

}  // namespace trampcheck
