#include "results/export/exporters.h"

#include "results/export/csv.h"
#include "results/export/gbench.h"
#include "results/export/headline.h"
#include "results/export/html/history.h"
#include "results/export/html/history_page.h"
#include "results/export/html/report.h"
#include "results/export/junit.h"
#include "results/export/kcidb.h"
#include "results/export/ktap.h"
#include "results/export/markdown.h"
#include "results/export/perfstat.h"
#include "results/export/text.h"

namespace trampcheck {
namespace {

std::string report_text(const std::vector<LoadedResult>& results) {
  return results.size() == 1 ? text_table(results.front().result)
                             : headline_text(make_matrix(results));
}

constexpr Exporter kTable[] = {
    {"text", "for people: one result in full, several side by side", report_text},
    {"markdown", "for a page on a forge, or the summary of a CI job", markdown_text},
    {"html", "a page with charts, in one file that needs neither network nor script", html_text},
    {"history", "a page over many nights: what changed and when; takes tools/nightly's folder",
     history_text, reduce_for_history},
    {"csv", "a line for each sample, for spreadsheets and data frames", csv_text},
    {"junit", "test report in XML, for CI servers", junit_text},
    {"ktap", "kernel test anything protocol", ktap_text},
    {"kcidb", "report for KernelCI's database (kcidb-io v5.3)", kcidb_text},
    {"gbench", "as google/benchmark writes, for its compare.py", gbench_text},
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
