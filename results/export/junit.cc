#include "results/export/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/verdicts.h"

namespace trampcheck {
namespace {

struct Totals {
  size_t tests = 0;
  size_t failures = 0;
  size_t errors = 0;
  size_t skipped = 0;
  double seconds = 0;

  void add(const Totals& more) {
    tests += more.tests;
    failures += more.failures;
    errors += more.errors;
    skipped += more.skipped;
    seconds += more.seconds;
  }
  std::string text() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.6f}")", tests,
                       failures, errors, skipped, seconds);
  }
};

// The phases one after the other.
double seconds_of(const Group& group) {
  double seconds = 0;
  for (const Phase& phase : group.phases) {
    if (const Metric* wall = measured(*phase.row, "wall_ns")) {
      for (int64_t ns : wall->samples) seconds += static_cast<double>(ns) / 1e9;
    }
  }
  return seconds;
}

void put_property(std::string& out, const std::string& indent, const std::string& name,
                  const std::string& value) {
  out += fmt::format("{}<property name=\"{}\" value=\"{}\"/>\n", indent, xml_escape(name),
                     xml_escape(value));
}

void put_outcome(std::string& out, const Verdict& verdict) {
  const std::string message = xml_escape(verdict.reason);
  switch (verdict.status) {
    case Status::kFail:
      out += fmt::format("      <failure message=\"{}\" type=\"FAIL\"/>\n", message);
      break;
    case Status::kError:
    case Status::kMiss:
      out += fmt::format("      <error message=\"{}\" type=\"{}\"/>\n", message,
                         to_string(verdict.status));
      break;
    case Status::kSkip:
      out += fmt::format("      <skipped message=\"{}\"/>\n", message);
      break;
    case Status::kPass:
    case Status::kDone:
      break;
  }
}

void put_case(std::string& out, const std::string& suite, const Verdict& verdict) {
  out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.6f}\">\n",
                     xml_escape(suite), xml_escape(verdict.name), seconds_of(verdict.group));
  const std::vector<Median> medians = medians_of(verdict.group);
  if (!medians.empty()) out += "      <properties>\n";
  for (const Median& median : medians) {
    put_property(out, "        ", median.name, median_text(median.value));
  }
  if (!medians.empty()) out += "      </properties>\n";
  put_outcome(out, verdict);
  std::string evidence;
  for (const std::string& line : evidence_of(verdict)) evidence += xml_escape(line) + "\n";
  if (!evidence.empty()) out += fmt::format("      <system-out>\n{}</system-out>\n", evidence);
  out += "    </testcase>\n";
}

Totals count(const std::vector<Verdict>& verdicts) {
  Totals totals;
  for (const Verdict& verdict : verdicts) {
    ++totals.tests;
    totals.failures += verdict.status == Status::kFail;
    totals.errors += verdict.status == Status::kError || verdict.status == Status::kMiss;
    totals.skipped += verdict.status == Status::kSkip;
    totals.seconds += seconds_of(verdict.group);
  }
  return totals;
}

// "2026-11-30T12:00:00Z" as ISO 8601 without a zone, which is what readers expect.
std::string timestamp_of(const Context& context) {
  return context.started_at.substr(0, context.started_at.find_first_of(".Z"));
}

Totals put_suite(std::string& out, const RunResult& result, const std::string& label) {
  const Context& context = result.context;
  const std::vector<Verdict> verdicts = verdicts_of(result);
  const Totals totals = count(verdicts);
  const std::string suite = "trampcheck " + label;
  out += fmt::format("  <testsuite name=\"{}\" {}", xml_escape(suite), totals.text());
  if (!context.started_at.empty()) {
    out += fmt::format(" timestamp=\"{}\"", xml_escape(timestamp_of(context)));
  }
  out += ">\n    <properties>\n";
  const std::string indent = "      ";
  put_property(out, indent, "kernel", context.kernel.release);
  put_property(out, indent, "domain", context.domain);
  put_property(out, indent, "cpus", fmt::format("{}", context.kernel.cpus_online));
  put_property(out, indent, "command", fmt::format("{}", fmt::join(context.argv, " ")));
  put_property(out, indent, "trampcheck", context.suite_version);
  out += "    </properties>\n";
  for (const Verdict& verdict : verdicts) put_case(out, suite, verdict);
  out += "  </testsuite>\n";
  return totals;
}

}  // namespace

std::string junit_text(const std::vector<LoadedResult>& results) {
  std::string suites;
  Totals totals;
  const std::vector<std::string> labels = result_labels(results);
  for (size_t i = 0; i < results.size(); ++i) {
    totals.add(put_suite(suites, results[i].result, labels[i]));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"trampcheck\" {}>\n{}"
      "</testsuites>\n",
      totals.text(), suites);
}

}  // namespace trampcheck
