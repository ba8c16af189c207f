#include "results/export/exporters.h"

#include "results/export/headline.h"
#include "results/export/perfstat.h"
#include "results/export/text.h"

namespace trampcheck {
namespace {

std::string report_text(const std::vector<LoadedResult>& results) {
  return results.size() == 1 ? text_table(results.front().result)
                             : document_text(headline(make_matrix(results)));
}

constexpr Exporter kTable[] = {
    {"text", "for people: one result in full, several side by side", report_text},
    {"perfstat", "as perf stat --table -r N prints", perfstat_text},
};

}  // namespace

std::span<const Exporter> exporters() { return kTable; }

const Exporter* find_exporter(std::string_view name) {
  for (const Exporter& exporter : kTable) {
    if (name == exporter.name) return &exporter;
  }
  return nullptr;
}

}  // namespace trampcheck
