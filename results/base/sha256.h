// SHA-256 as lower-case hex (libmd).
#ifndef TRAMPCHECK_RESULTS_BASE_SHA256_H_
#define TRAMPCHECK_RESULTS_BASE_SHA256_H_

#include <string>
#include <string_view>

namespace trampcheck {

// 64 hexadecimal digits; never fails.
std::string sha256_hex(std::string_view bytes);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_BASE_SHA256_H_
