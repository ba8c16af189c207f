// All suites, in one table.
#ifndef TRAMPCHECK_SUITES_TABLE_H_
#define TRAMPCHECK_SUITES_TABLE_H_

#include <span>
#include <string>

#include "results/base/expected.h"

namespace trampcheck {

struct Suite {
  const char* name;
  const char* description;
};

std::span<const Suite> suites();

// Errors (kUsage): no such suite; names those there are.
Expected<const Suite*> find_suite(const std::string& name);

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_TABLE_H_
