// Any bytes as a result file. Built for libFuzzer by tools/fuzz/run; replay_test runs the corpus.
#include "results/fuzz/result_fuzzer.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "results/compare/compare.h"
#include "results/export/compare.h"
#include "results/model/json.h"
#include "results/store.h"

namespace trampcheck {
namespace {

[[noreturn]] void stop(const char* why, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", why, what.c_str());
  std::abort();
}

// An error is one line that says something.
void check_error(const Error& error) {
  const std::string text = error.text();
  if (text.empty() || text.find('\n') != std::string::npos) stop("no line", text);
  if (error.exit == Exit::kFine) stop("no failure", text);
}

// What was read can be written, and is then the same.
void check_round_trip(const RunResult& result) {
  const std::string text = serialise(result);
  auto again = parse_checked_result(text, "again");
  if (!again) stop("written and not read", again.error().text());
  if (serialise(*again) != text) stop("written twice and not the same", text);
}

void check_compare(const RunResult& result) {
  RunResult later = result;
  later.context.started_at = "2099-01-01T00:00:00Z";
  auto compared = compare({{"a", result}}, {{"b", later}}, {});
  if (!compared) return check_error(compared.error());
  if (comparison_text(*compared).empty() || comparison_markdown(*compared).empty() ||
      comparison_json(*compared).empty()) {
    stop("no report", "");
  }
  if (count(*compared, Verdict::kWorse) > 0) stop("worse than itself", comparison_text(*compared));
}

}  // namespace
}  // namespace trampcheck

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace trampcheck;  // NOLINT: the function must stand outside
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto result = parse_checked_result(text, "file");
  if (!result) {
    check_error(result.error());
    return 0;
  }
  check_round_trip(*result);
  check_compare(*result);
  return 0;
}
