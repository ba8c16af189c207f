#include "tools/cli/compare_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "results/compare/compare.h"
#include "tools/cli/numbers.h"

namespace trampcheck {
namespace {

// Below, p-values would have to be exact where they are not; above, chance is called a change.
constexpr double kSmallestAlpha = 1e-9;
constexpr double kLargestAlpha = 0.5;
constexpr double kLargestPercent = 100'000;

std::string not_empty(const std::string& word) { return word.empty() ? "it is empty" : ""; }

void add_what(CLI::App* verb, CompareArgs& args) {
  verb->add_option("--metric", args.metrics,
                   "Only this metric (cpu_ns), row (attach.fentry.detach) or both joined by a dot; "
                   "* matches anything; may be repeated")
      ->type_name("ID")
      ->check(not_empty)
      ->allow_extra_args(false);
  verb->add_option("--mechanism", args.mechanisms,
                   "Mechanism A of BASE against B of NEW; inside one boot where both are one file")
      ->delimiter(',')
      ->type_name("A,B")
      ->allow_extra_args(false);
  verb->add_option("--across", args.across,
                   "Conditions that may differ: domain, functions, arch, cpus, cpu, qemu, append, "
                   "config[.OPTION], knobs[.NAME], params[.NAME], attached, release")
      ->delimiter(',')
      ->type_name("KEY,...")
      ->allow_extra_args(false);
  verb->add_flag("--common-functions", args.common_functions,
                 "Only the functions that both sides have; takes results of run --per-function");
}

void add_how(CLI::App* verb, CompareArgs& args) {
  verb->add_option("--threshold", args.threshold_percent,
                   "Smallest change that counts, in percent (default: each metric's own)")
      ->check(number_between(0, kLargestPercent))
      ->type_name("PCT");
  verb->add_option("--alpha", args.alpha,
                   "Largest p, corrected for all findings, that counts; not used in icount")
      ->check(number_between(kSmallestAlpha, kLargestAlpha))
      ->capture_default_str()
      ->type_name("P");
  verb->add_option("--format", args.format, "text, json or markdown")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->capture_default_str();
  verb->add_option("-o,--output", args.output, "Write it here instead of to stdout")
      ->type_name("FILE");
}

}  // namespace

CLI::App* add_compare(CLI::App& app, CompareArgs& args) {
  CLI::App* verb = app.add_subcommand("compare", "What became better or worse between two results");
  verb->add_option("base", args.base, "Results to start from: file, folder or quoted pattern")
      ->required()
      ->check(not_empty)
      ->type_name("BASE");
  verb->add_option("new", args.next, "Results to judge; boots are paired by their number")
      ->required()
      ->check(not_empty)
      ->type_name("NEW");
  add_what(verb, args);
  add_how(verb, args);
  verb->footer(
      "Exit status: 0 nothing worse; 1 something is worse; 3 not comparable, or too little data.\n"
      "Examples:\n"
      "  trampcheck compare old.json new.json\n"
      "  trampcheck compare 'out/6.12-boot*.json' 'out/7.3-boot*.json' --across config,functions\n"
      "  trampcheck compare k.json k.json --mechanism fentry,kprobe_multi");
  return verb;
}

Expected<CompareOptions> to_compare_options(const CompareArgs& args) {
  CompareOptions options;
  options.alpha = args.alpha;
  if (args.threshold_percent) options.threshold = *args.threshold_percent / 100;
  options.metrics = args.metrics;
  options.across = {args.across.begin(), args.across.end()};
  options.common_functions = args.common_functions;
  if (!args.mechanisms.empty() && args.mechanisms.size() != 2) {
    return Error{0, fmt::format("--mechanism takes two, {} given", args.mechanisms.size()),
                 "name BASE's and NEW's: --mechanism fentry,fexit", Exit::kUsage};
  }
  if (args.mechanisms.size() == 2) {
    options.base_mechanism = args.mechanisms[0];
    options.next_mechanism = args.mechanisms[1];
  }
  if (auto sound = check_options(options); !sound) return sound.error();
  return options;
}

}  // namespace trampcheck
