// The index of a folder of results: which guests were to be booted, and what came of each.
#ifndef TRAMPCHECK_RESULTS_INDEX_INDEX_H_
#define TRAMPCHECK_RESULTS_INDEX_INDEX_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "results/base/expected.h"

namespace trampcheck {

inline constexpr const char* kIndexSchemaName = "trampcheck.index";
inline constexpr const char* kIndexFile = "index.json";

// One guest.
struct IndexEntry {
  std::string kernel;       // as asked for: series or path
  int64_t boot = 0;         // from 0
  std::string file;         // of its result, in the index's folder; empty where there is none
  std::string status;       // KCIDB's six words; MISS until it has ended
  std::string reason;       // one line; empty for PASS and DONE
  std::optional<int> exit;  // what its run alone would have exited with; absent: did not run
  std::string release;      // of the kernel, where known
  std::string package;      // of a Debian series
  std::optional<int64_t> host_wall_ms;
};

struct Index {
  std::string started_at;  // RFC 3339, UTC; of the run that began it
  std::string suite_version;
  std::string suite_commit;
  std::vector<std::string> argv;
  // What the guests have in common; another matrix has other values. Name -> value.
  std::map<std::string, std::string> setup;
  std::vector<IndexEntry> entries;
};

// As text for a file.
std::string serialise_index(const Index& index);

// Whether the text of a JSON file says that it is an index, sound or not.
bool is_index(std::string_view text);

// Errors (Exit::kUsage), one line with `name`: not JSON, not an index, a newer major version, a
// field missing or of the wrong type, a file name with a folder in it.
Expected<Index> parse_index(std::string_view text, const std::string& name);

// The names and values of `setup` that differ, "accel icount, now tcg"; empty where none do.
std::string describe_other_setup(const Index& recorded, const Index& now);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_INDEX_INDEX_H_
