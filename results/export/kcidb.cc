#include "results/export/kcidb.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "results/base/json_text.h"
#include "results/base/sha256.h"
#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/verdicts.h"
#include "results/model/json.h"
#include "results/stats/summary.h"

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr const char* kOrigin = "trampcheck";
constexpr size_t kIdDigits = 16;
constexpr size_t kMaxExcerpt = 16384;

// No property of the schema's takes a NUL.
std::string kcidb_string(std::string_view text) {
  std::string out = valid_utf8(text);
  std::replace(out.begin(), out.end(), '\0', ' ');
  return out;
}

// Everything but the pattern's characters becomes '_'.
std::string only(std::string_view text, bool upper_dash_and_dot) {
  std::string out(text);
  for (char& c : out) {
    const bool lower = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    const bool other = (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
    if (!lower && !(upper_dash_and_dot && other)) c = '_';
  }
  return out;
}

std::string path_of(const std::string& name) { return "trampcheck." + only(name, true); }

std::string id_of(const std::string& local) {
  return fmt::format("{}:{}", kOrigin, kcidb_string(local));
}

// What a value is in units without a prefix.
json number_of(double value, const std::string& unit) {
  json number = {{"value", value}, {"prefix", "metric"}};
  if (unit == "ns") {
    number["value"] = value / 1e9;
    number["unit"] = "s";
  } else if (unit != "count") {
    number["unit"] = kcidb_string(unit);
  }
  return number;
}

// All tests of one result have these.
class Report {
 public:
  explicit Report(const LoadedResult& loaded)
      : result_(loaded.result),
        digest_(sha256_hex(serialise(loaded.result)).substr(0, kIdDigits)),
        kernel_id_(id_of(sha256_hex(kernel_text()).substr(0, kIdDigits))) {}

  const std::string& digest() const { return digest_; }
  const std::string& kernel_id() const { return kernel_id_; }

  json checkout() const {
    json object = {{"id", kernel_id_}, {"origin", kOrigin}, {"valid", true}};
    std::string comment = context().kernel.release;
    if (context().vm && !context().vm->kernel_package.empty()) {
      comment = context().vm->kernel_package;
    }
    object["comment"] = kcidb_string(comment);
    return object;
  }

  json build() const {
    const KernelInfo& kernel = context().kernel;
    json object = {{"id", kernel_id_},
                   {"checkout_id", kernel_id_},
                   {"origin", kOrigin},
                   {"status", "PASS"},
                   {"misc", {{"config", kernel.config}}}};
    if (kernel.config_sha256) object["misc"]["config_sha256"] = *kernel.config_sha256;
    if (!kernel.version.empty()) object["comment"] = kcidb_string(kernel.version);
    std::string arch = kernel.arch;
    if (!arch.empty()) object["architecture"] = only(arch, false);
    return object;
  }

  void add_tests(json& tests) const {
    for (const Verdict& verdict : verdicts_of(result_)) {
      tests.push_back(verdict_test(verdict));
      if (!has_figures(verdict.group)) continue;
      if (verdict.group.verdict) add_metrics(tests, verdict.name, *verdict.group.verdict);
      for (const Phase& phase : verdict.group.phases) add_metrics(tests, phase.row->id, *phase.row);
    }
    for (const Group& group : group_rows(result_)) {
      if (group.verdict || group.phases.size() != 1) continue;
      const ResultRow& row = *group.phases.front().row;
      if (group.phases.front().name == "discover") add_metrics(tests, row.id, row);
    }
  }

 private:
  const Context& context() const { return result_.context; }

  std::string kernel_text() const {
    const KernelInfo& kernel = context().kernel;
    return fmt::format("{}\n{}\n{}\n{}", kernel.release, kernel.version, kernel.arch,
                       kernel.config_sha256.value_or(""));
  }

  json test(const std::string& name, Status status) const {
    json object = {{"id", id_of(digest_ + ":" + name)},
                   {"build_id", kernel_id_},
                   {"origin", kOrigin},
                   {"path", path_of(name)},
                   {"status", to_string(status)}};
    if (!context().started_at.empty()) object["start_time"] = context().started_at;
    object["environment"]["comment"] =
        kcidb_string(domain_text(context().domain, context().kernel.cpus_online));
    return object;
  }

  json verdict_test(const Verdict& verdict) const {
    json object = test(verdict.name, verdict.status);
    if (!verdict.reason.empty()) object["comment"] = kcidb_string(verdict.reason);
    const ResultRow* row = verdict.group.verdict;
    if (!row) return object;
    std::string log = kcidb_string(fmt::format("{}", fmt::join(row->log, "\n")));
    if (!log.empty()) object["log_excerpt"] = valid_utf8(log.substr(0, kMaxExcerpt / 4));
    json misc = json::object();
    for (const auto& [name, value] : row->params) {
      std::visit([&, key = &name](const auto& plain) { misc[*key] = plain; }, value);
    }
    if (row->counts) {
      misc["attached"] = row->counts->attached;
      misc["failed"] = row->counts->failed;
      misc["skipped"] = row->counts->skipped;
    }
    if (!misc.empty()) object["misc"] = std::move(misc);
    return object;
  }

  void add_metrics(json& tests, const std::string& id, const ResultRow& row) const {
    for (const auto& [name, metric] : row.metrics) {
      const bool measured = !metric.samples.empty();
      json object = test(fmt::format("{}.{}", id, name), measured ? Status::kDone : Status::kSkip);
      if (measured) {
        object["number"] = number_of(median(metric.samples), metric.unit);
        object["misc"] = {{"samples", metric.samples},
                          {"unit", metric.unit},
                          {"better", metric.better == Better::kLower ? "lower" : "higher"}};
      } else {
        object["comment"] = kcidb_string(metric.reason);
      }
      tests.push_back(std::move(object));
    }
  }

  const RunResult& result_;
  std::string digest_;
  std::string kernel_id_;
};

}  // namespace

std::string kcidb_text(const std::vector<LoadedResult>& results) {
  json report = {{"version", {{"major", 5}, {"minor", 3}}},
                 {"checkouts", json::array()},
                 {"builds", json::array()},
                 {"tests", json::array()}};
  std::set<std::string> seen;
  for (const LoadedResult& loaded : results) {
    const Report one(loaded);
    if (!seen.insert(one.digest()).second) continue;  // a copy of the file
    if (seen.insert(one.kernel_id()).second) {
      report["checkouts"].push_back(one.checkout());
      report["builds"].push_back(one.build());
    }
    one.add_tests(report["tests"]);
  }
  return json_text(report);
}

}  // namespace trampcheck
