#include "harness/kernel/symbols.h"

#include <cstring>

#include "results/base/file.h"

namespace trampcheck {
namespace {

constexpr const char* kPath = "/proc/kallsyms";
constexpr std::string_view kImagePrefix = "bpf_trampoline_";

uint64_t parse_hex(std::string_view digits) {
  uint64_t value = 0;
  for (char digit : digits) {
    value =
        value * 16 + static_cast<uint64_t>(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
  }
  return value;
}

}  // namespace

Symbols Symbols::parse(std::string text) {
  Symbols symbols;
  symbols.text_ = std::move(text);
  // A short string lies inside its object: what points into it would not survive a move.
  symbols.text_.reserve(sizeof(std::string));
  // Half the symbols are data; a core kernel line is some 40 bytes.
  symbols.by_name_.reserve(symbols.text_.size() / 64);
  const char* at = symbols.text_.data();
  const char* end = at + symbols.text_.size();
  while (at < end) {
    const char* newline = static_cast<const char*>(std::memchr(at, '\n', end - at));
    if (newline == nullptr) newline = end;
    std::string_view line(at, newline - at);
    at = newline + 1;
    // "ffffffff81000000 T name" or, of a module, "... t name\t[module]".
    size_t space = line.find(' ');
    if (space == std::string_view::npos || space + 3 >= line.size()) continue;
    char type = line[space + 1];
    if (type != 't' && type != 'T' && type != 'w' && type != 'W') continue;
    std::string_view name = line.substr(space + 3);
    if (name.back() == ']') continue;
    Symbol& symbol = symbols.by_name_[name];
    if (symbol.count++ == 0) symbol.address = parse_hex(line.substr(0, space));
  }
  return symbols;
}

const Symbol* Symbols::find(std::string_view name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

Expected<Symbols> read_symbols() {
  auto text = read_file(kPath);
  if (!text) return text.error();
  return Symbols::parse(std::move(*text));
}

std::vector<std::string> find_trampoline_images(std::string_view kallsyms) {
  std::vector<std::string> images;
  size_t at = 0;
  while ((at = kallsyms.find(kImagePrefix, at)) != std::string_view::npos) {
    size_t end = kallsyms.find_first_of("\t \n", at);
    std::string_view name = kallsyms.substr(at, end == std::string_view::npos ? end : end - at);
    // The kernel's own functions share the prefix; an image's name goes on with its decimal key.
    bool is_image =
        name.size() > kImagePrefix.size() &&
        name.find_first_not_of("0123456789", kImagePrefix.size()) == std::string_view::npos;
    bool starts_symbol = at > 0 && kallsyms[at - 1] == ' ';
    if (is_image && starts_symbol) images.emplace_back(name);
    at += name.size();
  }
  return images;
}

Expected<std::vector<std::string>> trampoline_images() {
  auto text = read_file(kPath);
  if (!text) return text.error();
  return find_trampoline_images(*text);
}

}  // namespace trampcheck
