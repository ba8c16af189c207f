#include "results/export/csv.h"

#include <fmt/format.h>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/groups.h"

namespace trampcheck {
namespace {

constexpr const char* kHeader =
    "file,kernel,release,domain,cpus,experiment,phase,status,attached,metric,unit,better,round,"
    "value,reason\r\n";

// What all lines of a result begin with.
std::string result_fields(const LoadedResult& loaded, const std::string& label) {
  const Context& context = loaded.result.context;
  return fmt::format(
      "{},{},{},{},{}", csv_field(loaded.path), csv_field(label), csv_field(context.kernel.release),
      csv_field(context.domain),
      context.kernel.cpus_online > 0 ? fmt::format("{}", context.kernel.cpus_online) : "");
}

std::string attached_text(const Group& group) {
  if (!group.verdict || !group.verdict->counts) return "";
  return fmt::format("{}", group.verdict->counts->attached);
}

void put_metrics(std::string& out, const std::string& prefix, const ResultRow& row) {
  for (const auto& [name, metric] : row.metrics) {
    const std::string fields =
        fmt::format("{},{},{},{}", prefix, csv_field(name), csv_field(metric.unit),
                    metric.better == Better::kLower ? "lower" : "higher");
    if (metric.samples.empty()) out += fmt::format("{},,,{}\r\n", fields, csv_field(metric.reason));
    for (size_t i = 0; i < metric.samples.size(); ++i) {
      out += fmt::format("{},{},{},\r\n", fields, i + 1, metric.samples[i]);
    }
  }
}

void put_group(std::string& out, const std::string& begin, const Group& group) {
  const std::string experiment = csv_field(group.id);
  if (const ResultRow* row = group.verdict) {
    const std::string prefix = fmt::format("{},{},,{},{}", begin, experiment,
                                           to_string(row->status), attached_text(group));
    out += fmt::format("{},,,,,,{}\r\n", prefix, csv_field(row->reason));
    put_metrics(out, prefix, *row);
  }
  for (const Phase& phase : group.phases) {
    const std::string prefix =
        fmt::format("{},{},{},{},{}", begin, experiment, csv_field(phase.name),
                    to_string(phase.row->status), attached_text(group));
    put_metrics(out, prefix, *phase.row);
  }
}

}  // namespace

std::string csv_text(const std::vector<LoadedResult>& results) {
  std::string out = kHeader;
  const std::vector<std::string> labels = result_labels(results);
  for (size_t i = 0; i < results.size(); ++i) {
    const std::string begin = result_fields(results[i], labels[i]);
    for (const Group& group : group_rows(results[i].result)) put_group(out, begin, group);
  }
  return out;
}

}  // namespace trampcheck
