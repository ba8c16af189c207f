// The result of one run, as a value. Knows nothing of BPF or QEMU; formats nothing.
// JSON form: results/schema/v1.json. Times are integers in nanoseconds; what could not be measured
// carries a reason instead of samples.
#ifndef TRAMPCHECK_RESULTS_MODEL_MODEL_H_
#define TRAMPCHECK_RESULTS_MODEL_MODEL_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace trampcheck {

inline constexpr const char* kSchemaName = "trampcheck.result";
inline constexpr int kSchemaMajor = 1;
inline constexpr int kSchemaMinor = 0;

// KCIDB's six words, with their meaning there.
enum class Status {
  kPass,   // checked, and as it should be
  kFail,   // checked, and the kernel is at fault
  kError,  // the harness is at fault, or what it stands on: no verdict on the kernel
  kMiss,   // should have run, did not: died or was stopped before
  kSkip,   // does not apply here; the reason says why
  kDone,   // measured; makes no judgement
};
const char* to_string(Status status);
std::optional<Status> status_from_string(const std::string& word);

enum class Better { kLower, kHigher };

// Robust and classic descriptions of one list of samples; null where n is too small.
struct Summary {
  int64_t n = 0;
  double min = 0;
  double p10 = 0;
  double median = 0;
  double p90 = 0;
  double p99 = 0;
  double max = 0;
  double mean = 0;
  double mad = 0;                // median absolute deviation, unscaled
  std::optional<double> stddev;  // sample standard deviation; needs n >= 2
};

// One metric of one phase: a sample a round, in the order taken.
struct Metric {
  std::string unit;  // "ns", "ticks", "cycles", "count", "instructions"
  Better better = Better::kLower;
  std::vector<int64_t> samples;
  std::string reason;  // why there are no samples; empty where there are
};

// A function that could not be attached, or not loaded for.
struct Failure {
  std::string function;
  std::string phase;  // "load" or "attach"
  int error_number = 0;
  std::string reason;   // class: one word of a fixed list
  std::string message;  // what the kernel said, in short
};

// One known function called a known number of times.
struct HitCheck {
  std::string function;
  int64_t called = 0;
  int64_t counted = 0;
  int64_t counted_after_detach = 0;  // calls made after detach that a program still saw
};

// Something that did not come back to what it was before.
struct Leak {
  std::string kind;  // links, programs, trampoline_images, enabled_functions, fds
  int64_t before = 0;
  int64_t after = 0;
  std::vector<std::string> names;  // of what is left, at most twenty
};

// Times of single functions, in the counter's ticks: samples[round][function].
struct PerFunction {
  std::string unit;  // "ticks" of the TSC
  std::vector<std::string> functions;
  std::vector<std::vector<int64_t>> samples;
  Summary summary;                                       // over all rounds and functions
  std::vector<std::pair<std::string, int64_t>> slowest;  // at most ten, slowest first
};

// requested = attached + failed + skipped, always.
struct Counts {
  int64_t requested = 0;
  int64_t attached = 0;
  int64_t failed = 0;
  int64_t skipped = 0;
};

using ParamValue = std::variant<int64_t, std::string>;

// One row: the verdict on an experiment (`attach.fentry`) or one of its phases
// (`attach.fentry.detach`).
struct ResultRow {
  std::string id;
  std::map<std::string, ParamValue> params;
  Status status = Status::kMiss;
  std::string reason;                     // for anything but PASS and DONE
  std::map<std::string, Metric> metrics;  // by metric name: "wall_ns", "cpu_ns" ...
  std::optional<Counts> counts;
  std::optional<PerFunction> per_function;
  std::vector<Failure> failures;
  std::vector<HitCheck> hits;
  std::vector<Leak> leaks;
  std::vector<std::string> log;       // kernel log lines that matter
  std::vector<std::string> warnings;  // about the figures: what a reader must know
};

struct KernelInfo {
  std::string release;
  std::string version;
  std::string arch;
  std::string cmdline;
  std::optional<std::string> config_sha256;   // absent where the config is not known
  std::map<std::string, std::string> config;  // the options that matter for attach: "y", "n" ...
  std::map<std::string, std::string> knobs;   // sysctl and RCU parameters: name -> value
  std::string clock_source;
  std::optional<int64_t> taint_before;
  std::optional<int64_t> taint_after;
  int64_t cpus_online = 0;
  std::string cpu_model;
  int64_t memory_kib = 0;
  std::optional<int64_t> tsc_hz;  // measured against CLOCK_MONOTONIC_RAW
};

// How the guest was run; absent on a bare machine.
struct VmInfo {
  std::string accel;  // icount, tcg, kvm
  std::string qemu;   // version
  std::string machine;
  std::string cpu_model;
  int64_t cpus = 0;
  int64_t memory_mib = 0;
  std::string append;        // kernel command line
  std::string kernel_image;  // as asked for: series or file name
  std::string kernel_package;
  int64_t boot = 0;  // which of --boots, from 0
  int64_t boots = 1;
  std::optional<int64_t> host_wall_ms;  // the whole guest, start to power-off
};

struct Context {
  std::string started_at;  // RFC 3339, UTC
  std::string suite_version;
  std::string suite_commit;  // "unknown" in a build outside git
  bool suite_dirty = false;
  std::vector<std::string> argv;
  uint64_t seed = 0;
  std::string domain;  // icount, tcg, kvm, bare_metal
  KernelInfo kernel;
  std::optional<VmInfo> vm;
  std::map<std::string, std::string> tools;  // "libbpf" -> "1.1" ...
};

// The choice of functions. available = chosen + sum of excluded.
struct FunctionSet {
  int64_t available = 0;
  int64_t chosen = 0;
  std::map<std::string, int64_t> excluded;  // reason -> count
  std::string set_sha256;                   // of the sorted names, one a line
  std::vector<std::string> names;           // chosen, in the order attached
  std::vector<std::string> lost;            // of a saved set: not to be had on this kernel
};

struct RunResult {
  Context context;
  std::optional<FunctionSet> functions;  // absent where the run died before choosing
  std::vector<ResultRow> results;
  bool complete = false;  // false: interrupted or died; what there is stands
};

// The gravest status of all rows in KCIDB's order FAIL, ERROR, MISS, PASS, DONE, SKIP.
Status overall(const RunResult& result);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_MODEL_MODEL_H_
