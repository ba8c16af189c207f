#include "results/base/sha256.h"

#include <sha256.h>
#include <sys/types.h>

namespace trampcheck {

std::string sha256_hex(std::string_view bytes) {
  char digits[SHA256_DIGEST_STRING_LENGTH] = {};
  SHA256Data(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), digits);
  return digits;
}

}  // namespace trampcheck
