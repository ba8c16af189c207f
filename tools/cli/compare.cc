#include "tools/cli/compare.h"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>

#include "results/base/file.h"
#include "results/compare/compare.h"
#include "results/compare/views.h"
#include "results/export/compare.h"
#include "results/load.h"

namespace trampcheck {
namespace {

namespace fs = std::filesystem;

// The file or folder itself, or what a pattern matches. Errors (kUsage): a pattern that matches
// nothing.
Expected<std::vector<std::string>> expand(const std::string& operand) {
  std::error_code code;
  const bool is_pattern = operand.find_first_of("*?[") != std::string::npos;
  if (!is_pattern || fs::exists(operand, code)) return std::vector<std::string>{operand};
  glob_t found{};
  const int failed = glob(operand.c_str(), 0, nullptr, &found);
  std::vector<std::string> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  if (failed == 0) return paths;
  return Error{0, fmt::format("no file matches {}", operand),
               "name result files or a folder of them", Exit::kUsage};
}

Expected<std::vector<LoadedResult>> load_side(const Environment& environment,
                                              const std::string& operand, bool per_function) {
  auto paths = expand(operand);
  if (!paths) return paths.error();
  environment.progress("reading " + operand, 0, 0);
  auto loaded =
      load_results(*paths, [&](RunResult& result) { reduce_for_comparison(result, per_function); });
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) environment.warn(warning);
  return std::move(loaded->results);
}

// Errors (kUsage): the comparison would take the place of what it compares.
Expected<void> check_output(const CompareArgs& args, const std::vector<LoadedResult>& results) {
  std::error_code code;
  for (const LoadedResult& one : results) {
    if (args.output.empty() || !fs::equivalent(args.output, one.path, code)) continue;
    return Error{0, fmt::format("-o {} is one of the results to be compared", args.output),
                 "name another file", Exit::kUsage};
  }
  return {};
}

std::string formatted(const Comparison& comparison, const std::string& format) {
  if (format == "json") return comparison_json(comparison);
  return format == "markdown" ? comparison_markdown(comparison) : comparison_text(comparison);
}

}  // namespace

int verb_compare(const Environment& environment, const CompareArgs& args) {
  auto options = to_compare_options(args);
  if (!options) return fail(environment, options.error());
  std::vector<LoadedResult> sides[2];
  for (int side : {0, 1}) {
    auto loaded =
        load_side(environment, side == 0 ? args.base : args.next, options->common_functions);
    if (!loaded) return fail(environment, loaded.error());
    if (auto fine = check_output(args, *loaded); !fine) return fail(environment, fine.error());
    sides[side] = std::move(*loaded);
  }
  auto comparison = compare(std::move(sides[0]), std::move(sides[1]), *options);
  if (!comparison) return fail(environment, comparison.error());
  const std::string text = formatted(*comparison, args.format);
  if (args.output.empty()) {
    environment.print(text);
  } else if (auto written = write_file_atomically(args.output, text); !written) {
    return fail(environment, written.error());
  }
  return static_cast<int>(exit_of(*comparison));
}

}  // namespace trampcheck
