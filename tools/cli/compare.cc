#include "tools/cli/compare.h"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <future>

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

Expected<LoadedResults> load_side(const std::string& operand, bool per_function) {
  auto paths = expand(operand);
  if (!paths) return paths.error();
  return load_results(*paths,
                      [&](RunResult& result) { reduce_for_comparison(result, per_function); });
}

struct Sides {
  std::vector<LoadedResult> base;
  std::vector<LoadedResult> next;
};

// Both at once: reading thousands of results takes seconds, all of them computing. What is wrong
// with BASE is said first.
Expected<Sides> load_sides(const Environment& environment, const CompareArgs& args,
                           bool per_function) {
  environment.progress("reading results", 0, 0);
  auto reading = std::async(std::launch::async, load_side, args.next, per_function);
  auto base = load_side(args.base, per_function);
  auto next = reading.get();
  if (!base) return base.error();
  if (!next) return next.error();
  for (const LoadedResults* side : {&*base, &*next}) {
    for (const std::string& warning : side->warnings) environment.warn(warning);
  }
  return Sides{std::move(base->results), std::move(next->results)};
}

// Errors (kUsage): the comparison would take the place of what it compares.
Expected<void> check_output(const std::string& output, const Sides& sides) {
  std::error_code code;
  if (output.empty()) return {};
  for (const auto* side : {&sides.base, &sides.next}) {
    for (const LoadedResult& one : *side) {
      if (!fs::equivalent(output, one.path, code)) continue;
      return Error{0, fmt::format("-o {} is one of the results to be compared", output),
                   "name another file", Exit::kUsage};
    }
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
  auto sides = load_sides(environment, args, options->common_functions);
  if (!sides) return fail(environment, sides.error());
  if (auto fine = check_output(args.output, *sides); !fine) {
    return fail(environment, fine.error());
  }
  auto comparison = compare(std::move(sides->base), std::move(sides->next), *options);
  if (!comparison) return fail(environment, comparison.error());
  const std::string text = formatted(*comparison, args.format);
  if (args.output.empty()) {
    environment.print(text);
  } else if (auto written = write_file_atomically(args.output, text); !written) {
    return fail(environment, written.error());
  } else {
    environment.print(comparison_summary(*comparison));
  }
  return static_cast<int>(exit_of(*comparison));
}

}  // namespace trampcheck
