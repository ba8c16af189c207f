// Result files: written whole and valid or not at all; read only when valid.
#ifndef TRAMPCHECK_RESULTS_STORE_H_
#define TRAMPCHECK_RESULTS_STORE_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "results/base/expected.h"
#include "results/model/model.h"

namespace trampcheck {

// All functions of a big kernel, named and timed singly over tens of rounds, come to some 50 MiB.
inline constexpr size_t kMaxResultBytes = size_t{256} << 20;

// Serialises, reads back what it is about to write, checks schema and invariants, then replaces
// the file in one step. Errors: Exit::kUsage where the result is not valid (a bug of the runner;
// nothing is written), Exit::kEnvironment with errno where the file cannot be written.
Expected<void> save_result(const RunResult& result, const std::string& path);

// Errors: Exit::kEnvironment with errno where the file cannot be read (EFBIG above 256 MiB);
// Exit::kUsage where it is not a valid result, one line that says where.
Expected<RunResult> load_result(const std::string& path);

// The same for the text of a file; `name` is for the message. Errors (Exit::kUsage): as above.
Expected<RunResult> parse_checked_result(std::string_view text, const std::string& name);

// Whether load_result() would take the file; errors as there.
Expected<void> validate_file(const std::string& path);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_STORE_H_
