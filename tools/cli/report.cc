// `trampcheck report`: results in the form that someone else reads.
#include <fmt/format.h>

#include <filesystem>

#include "results/base/file.h"
#include "results/export/exporters.h"
#include "results/load.h"
#include "results/nights.h"
#include "tools/cli/verbs.h"

namespace trampcheck {
namespace {

Expected<const Exporter*> choose_exporter(const std::string& name) {
  if (const Exporter* exporter = find_exporter(name)) return exporter;
  std::vector<std::string> names;
  for (const Exporter& exporter : exporters()) names.emplace_back(exporter.name);
  return Error{0, fmt::format("no format '{}'", name),
               fmt::format("there are: {}", fmt::join(names, ", ")), Exit::kUsage};
}

Expected<LoadedResults> load_for(const Exporter& exporter, const std::vector<std::string>& paths) {
  return exporter.reduce ? load_nights(paths, exporter.reduce) : load_results(paths);
}

// A report must not replace what it is made of.
Expected<void> check_output(const ReportArgs& args, const LoadedResults& loaded) {
  std::error_code code;
  for (const LoadedResult& one : loaded.results) {
    if (args.output.empty() || !std::filesystem::equivalent(args.output, one.path, code)) continue;
    return Error{0, fmt::format("-o {} is one of the results", args.output),
                 "choose another name for the report", Exit::kUsage};
  }
  return {};
}

}  // namespace

int verb_report(const Environment& environment, const ReportArgs& args) {
  auto exporter = choose_exporter(args.format);
  if (!exporter) return fail(environment, exporter.error());
  auto loaded = load_for(**exporter, args.paths);
  if (!loaded) return fail(environment, loaded.error());
  if (auto sound = check_output(args, *loaded); !sound) return fail(environment, sound.error());
  for (const std::string& warning : loaded->warnings) environment.warn(warning);
  const std::string report = (*exporter)->function(loaded->results);
  if (args.output.empty()) {
    environment.print(report);
    return 0;
  }
  if (auto written = write_file_atomically(args.output, report); !written) {
    return fail(environment, written.error());
  }
  return 0;
}

}  // namespace trampcheck
