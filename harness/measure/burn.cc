#include "harness/measure/burn.h"

namespace trampcheck {

Burn& burn_in_tests() {
  static Burn burn = nullptr;
  return burn;
}

}  // namespace trampcheck
