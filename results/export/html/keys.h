// The key of a series: its mark, and what it stands for.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_KEYS_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_KEYS_H_

#include <string>
#include <string_view>

namespace trampcheck {

inline constexpr size_t kColours = 8;

// As charts draw series number `series`: its shape, in its colour.
std::string key_html(size_t series, std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_KEYS_H_
