#include "tools/cli/report_options.h"

#include <fmt/format.h>

#include "results/export/exporters.h"

namespace trampcheck {

CLI::App* add_report(CLI::App& app, ReportArgs& args) {
  CLI::App* verb = app.add_subcommand("report", "Results for people and for other tools to read");
  verb->add_option("result", args.paths, "Result files, or folders of them")
      ->required()
      ->type_name("RESULT|DIR");
  verb->add_option("--format", args.format, "One of those below")
      ->capture_default_str()
      ->type_name("F")
      ->allow_extra_args(false);
  verb->add_option("-o,--output", args.output, "Write it here instead of stdout")
      ->type_name("FILE");
  std::string footer = "Formats:\n";
  for (const Exporter& exporter : exporters()) {
    footer += fmt::format("  {:<10}{}\n", exporter.name, exporter.what);
  }
  verb->footer(footer + "\nExample: trampcheck report results-dir --format text");
  return verb;
}

}  // namespace trampcheck
