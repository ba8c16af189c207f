#include "results/testing/kernels.h"

#include "results/testing/example.h"

namespace trampcheck {
namespace {

constexpr int64_t kFunctions = 4;
constexpr int64_t kMs = kFunctions * 1'000'000;  // a millisecond for each function

ResultRow row_of(const std::string& mechanism, const std::string& phase) {
  ResultRow row{.id = "attach." + mechanism + (phase.empty() ? "" : "." + phase),
                .status = Status::kDone};
  row.params = {{"mechanism", mechanism}, {"functions", kFunctions}};
  if (!phase.empty()) row.params["phase"] = phase;
  return row;
}

void add_phase(RunResult& result, const std::string& mechanism, const std::string& phase,
               int64_t cpu_ns) {
  ResultRow row = row_of(mechanism, phase);
  row.metrics["cpu_ns"] = {.unit = "ns", .samples = {cpu_ns, cpu_ns}};
  row.metrics["wall_ns"] = {.unit = "ns", .samples = {2 * cpu_ns, 2 * cpu_ns}};
  row.metrics["cycles_k"] = {.unit = "cycles", .reason = "no PMU"};
  result.results.push_back(row);
}

// `row` as part of a set of that many functions.
ResultRow sized_row(ResultRow row, const std::string& mechanism, int64_t functions) {
  const std::string id = "attach." + mechanism;
  row.id.insert(id.size(), ".n" + std::to_string(functions));
  row.params["functions"] = functions;
  return row;
}

}  // namespace

void add_mechanism(RunResult& result, const std::string& mechanism, int64_t attach_cpu_ns,
                   int64_t detach_cpu_ns) {
  ResultRow verdict = row_of(mechanism, "");
  verdict.status = Status::kPass;
  verdict.counts = Counts{kFunctions, kFunctions, 0, 0};
  result.results.push_back(verdict);
  add_phase(result, mechanism, "attach", attach_cpu_ns);
  add_phase(result, mechanism, "detach", detach_cpu_ns);
}

void add_sized(RunResult& result, const std::string& mechanism, int64_t functions,
               int64_t attach_cpu_ns) {
  RunResult whole;
  add_mechanism(whole, mechanism, attach_cpu_ns, attach_cpu_ns / 2);
  whole.results[0].counts = Counts{functions, functions, 0, 0};
  for (ResultRow& row : whole.results) {
    result.results.push_back(sized_row(std::move(row), mechanism, functions));
  }
}

void add_unmeasured(RunResult& result, const std::string& mechanism, Status status,
                    const std::string& reason) {
  ResultRow verdict = row_of(mechanism, "");
  verdict.status = status;
  verdict.reason = reason;
  result.results.push_back(verdict);
}

LoadedResult kernel_result(const std::string& release) {
  LoadedResult loaded{"dir/" + release + ".json", example_result()};
  loaded.result.results.clear();
  loaded.result.context.kernel.release = release + "-test";
  loaded.result.context.kernel.version = "#1 SMP";
  return loaded;
}

std::vector<LoadedResult> three_kernels() {
  std::vector<LoadedResult> results = {kernel_result("5.10.200"), kernel_result("6.1.90"),
                                       kernel_result("7.3.4")};
  add_mechanism(results[0].result, "fentry", 8 * kMs, 2 * kMs);
  add_unmeasured(results[0].result, "fentry_prog", Status::kSkip, "no such program");
  add_unmeasured(results[0].result, "fentry_multi", Status::kSkip, "no such link");
  add_unmeasured(results[1].result, "fentry", Status::kFail, "left behind: 1 program");
  add_mechanism(results[2].result, "fentry", 12 * kMs, 4 * kMs);
  add_mechanism(results[2].result, "fentry_prog", kMs, kMs);
  add_mechanism(results[2].result, "fentry_multi", kMs / 2, kMs / 2);
  return results;
}

}  // namespace trampcheck
