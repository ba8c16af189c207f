#include "results/model/model.h"

#include <algorithm>
#include <array>

namespace trampcheck {
namespace {

struct Word {
  Status status;
  const char* text;
};

// In KCIDB's order, gravest first.
constexpr std::array<Word, 6> kWords = {{
    {Status::kFail, "FAIL"},
    {Status::kError, "ERROR"},
    {Status::kMiss, "MISS"},
    {Status::kPass, "PASS"},
    {Status::kDone, "DONE"},
    {Status::kSkip, "SKIP"},
}};

}  // namespace

const char* to_string(Status status) {
  for (const Word& word : kWords) {
    if (word.status == status) return word.text;
  }
  return "MISS";
}

std::optional<Status> status_from_string(const std::string& word) {
  for (const Word& known : kWords) {
    if (word == known.text) return known.status;
  }
  return std::nullopt;
}

Status overall(const RunResult& result) {
  for (const Word& word : kWords) {
    auto has = [&](const ResultRow& row) { return row.status == word.status; };
    if (std::any_of(result.results.begin(), result.results.end(), has)) return word.status;
  }
  return Status::kMiss;
}

}  // namespace trampcheck
