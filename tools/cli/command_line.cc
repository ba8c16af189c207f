#include "tools/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "suites/attach/suite.h"
#include "tools/cli/bisect_options.h"
#include "tools/cli/context.h"
#include "tools/cli/numbers.h"
#include "tools/cli/report_options.h"

namespace trampcheck {
namespace {

constexpr const char* kAbout =
    "Attaches BPF tracing programs to kernel functions, times every phase of attach and detach,\n"
    "checks that the kernel came back clean, and writes results that can be compared.";

constexpr const char* kExamples =
    "Examples:\n"
    "  trampcheck vm --kernel 6.12 --accel icount -o k.json -- run attach --functions "
    "'__x64_sys_s*'\n"
    "  trampcheck compare old.json k.json\n"
    "  trampcheck validate k.json\n"
    "  trampcheck kernels list\n"
    "\n"
    "Exit status: 0 fine; 1 a failed check, or worse than before; 2 usage; 3 not comparable,\n"
    "or too little data; 4 the environment failed; 130 interrupted.";

void add_selection(CLI::App* verb, SelectArgs& select) {
  verb->add_option("--functions", select.functions,
                   "Pattern over function names, or @FILE with a saved set; may be repeated")
      ->type_name("GLOB|@FILE")
      ->allow_extra_args(false);
  verb->add_option("--exclude", select.exclude,
                   "Pattern of functions to leave out; may be repeated")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  verb->add_option("--limit", select.limit, "Only the first N, in the kernel's order")
      ->check(check_count)
      ->type_name("N");
  verb->add_option("--sample", select.sample, "Only N, drawn at random by --seed")
      ->check(check_count)
      ->type_name("N");
  verb->add_option("--seed", select.seed, "Seed of --sample and of the order of rounds")
      ->capture_default_str()
      ->check(check_count)
      ->type_name("S");
}

CLI::App* add_probe(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand("probe", "What this kernel supports, and why not");
  verb->add_flag("--json", line.json, "Machine-readable");
  verb->add_flag("--here", line.run.here, "Yes, attach probes to the kernel of this very machine");
  verb->footer("Example: trampcheck vm --kernel 6.1 -- probe --json");
  return verb;
}

CLI::App* add_list(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand("list", "Suites, cases, mechanisms, metrics or kernels");
  verb->add_option("what", line.list_what, "What to list")
      ->required()
      ->check(CLI::IsMember({"suites", "cases", "mechanisms", "metrics", "kernels"}));
  verb->footer("Example: trampcheck list mechanisms");
  return verb;
}

CLI::App* add_select(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand("select", "Choose functions and say why the others are not");
  add_selection(verb, line.select);
  verb->add_flag("--explain", line.select.explain,
                 "Print each matching function's fate and the counts by reason");
  verb->add_option("-o,--output", line.select.output, "Write the set here, for --functions @FILE")
      ->type_name("FILE");
  verb->footer(
      "Example: trampcheck vm --kernel 6.12 -o set.txt -- select --functions 'tcp_*' --sample 100");
  return verb;
}

std::string check_size(const std::string& word) {
  uint64_t value = 0;
  if (word == "all" || (read_count(word, value) && value > 0 && value < kWholeSet)) return "";
  return fmt::format("'{}' is neither a number of functions nor 'all'", word);
}

void add_scale(CLI::App* verb, RunArgs& run) {
  auto take = [&run](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      uint64_t size = kWholeSet;
      if (word != "all") read_count(word, size);
      run.scale.push_back(size);
    }
  };
  verb->add_option_function<std::vector<std::string>>(
          "--scale", take, "Measure each mechanism at these sizes of one set: 1,10,100,1000,all")
      ->delimiter(',')
      ->check(check_size)
      ->type_name("N,...")
      ->allow_extra_args(false);
  verb->add_option("--per-link-limit", run.per_link_limit,
                   "Largest size of --scale for mechanisms with a link for each function")
      ->capture_default_str()
      ->check(count_between(1, 10'000'000))
      ->type_name("N");
}

CLI::App* add_run(CLI::App& app, CommandLine& line) {
  RunArgs& run = line.run;
  CLI::App* verb = app.add_subcommand("run", "Measure, on the kernel that this machine runs on");
  verb->add_option("suite", run.suites, "See: trampcheck list suites")->required();
  verb->add_option("--mechanism", run.mechanisms,
                   "Ways to attach, separated by commas, or 'all' (bpftrace has to be named beside "
                   "it); see: trampcheck list mechanisms")
      ->delimiter(',')
      ->capture_default_str()
      ->type_name("M,...")
      ->allow_extra_args(false);
  add_selection(verb, run.select);
  verb->add_option("--rounds", run.rounds, "Attach and detach the whole set so many times")
      ->capture_default_str()
      ->check(count_between(1, 100000));
  verb->add_option("--warmup", run.warmup, "Rounds before those, not counted")
      ->capture_default_str()
      ->check(count_between(0, 1000));
  verb->add_option("--phase-timeout", run.phase_timeout_s, "Seconds that any phase may take")
      ->capture_default_str()
      ->check(check_seconds)
      ->type_name("S");
  add_scale(verb, run);
  verb->add_flag("--per-function", run.per_function, "Keep each function's own times");
  verb->add_flag("--skip-exit", run.skip_exit,
                 "Leave out the exit phase, which attaches the whole set once more");
  verb->add_flag("--here", run.here, "Yes, attach to the kernel of this very machine");
  verb->add_option("-o,--output", run.output, "Write the result here")->type_name("FILE");
  verb->footer(
      "Example: trampcheck vm --kernel 6.12 -o k.json -- run attach --functions '__x64_sys_s*' "
      "--rounds 2");
  return verb;
}

CLI::App* add_vm(CLI::App& app, CommandLine& line) {
  VmArgs& vm = line.vm;
  CLI::App* verb = app.add_subcommand("vm", "Run a verb in a guest, with a kernel of your choice");
  verb->add_option("--kernel", vm.kernels,
                   "Debian series (6.12), built variant (7.3-poke) or path of a bzImage")
      ->delimiter(',')
      ->required()
      ->type_name("SERIES|PATH[,...]")
      ->allow_extra_args(false);
  verb->add_option("--accel", vm.accel,
                   "icount repeats on any machine; tcg emulates in real time; auto takes kvm where "
                   "a probe boot proves it")
      ->check(CLI::IsMember({"icount", "tcg", "kvm", "auto"}))
      ->capture_default_str();
  verb->add_option("--cpus", vm.cpus, "Virtual CPUs")
      ->capture_default_str()
      ->check(count_between(1, 64));
  verb->add_option("--memory", vm.memory_mib, "MiB of memory")
      ->capture_default_str()
      ->check(count_between(16, 1 << 20));
  verb->add_option("--append", vm.append, "More kernel parameters")->type_name("ARGS");
  verb->add_option("--boots", vm.boots, "Boot so many times, a result each")
      ->capture_default_str()
      ->check(count_between(1, 10000));
  verb->add_option("--jobs", vm.jobs,
                   "Guests at a time (default: as many as there are CPUs and memory to spare)")
      ->check(count_between(1, 1024));
  verb->add_flag("--resume", vm.resume,
                 "Go on with an interrupted run: boot only what -o DIR has no sound result of");
  verb->add_option("--deadline", vm.deadline_s, "Seconds that one guest may take in all")
      ->capture_default_str()
      ->check(count_between(1, 1000000));
  verb->add_option("--silence", vm.silence_s,
                   "Seconds without a sign of life before it counts as hung")
      ->check(count_between(1, 1000000));
  verb->add_option("--console-log", vm.console_log,
                   "Keep the guest's console here (default: beside -o FILE)")
      ->type_name("FILE");
  verb->add_option("-o,--output", vm.output, "Result file; a folder for several kernels or boots")
      ->type_name("FILE|DIR");
  verb->footer(
      "Example: trampcheck vm --kernel 5.10,7.3 -o results-dir -- run attach --functions "
      "'__x64_sys_s*'");
  return verb;
}

// What the action would pass over: nobody is left to wonder why it did nothing.
void check_kernels(const CommandLine& line) {
  const std::string& action = line.kernels_action;
  auto refuse = [&](const std::string& what) {
    throw CLI::ValidationError("kernels " + action, what);
  };
  if (action == "list" && !line.operands.empty()) refuse("takes no series");
  if (action != "list" && line.json) refuse("takes no --json");
  if (action != "build" && !line.kernel_variants.empty()) refuse("takes no --variant");
}

CLI::App* add_kernels(CLI::App& app, CommandLine& line) {
  CLI::App* verb =
      app.add_subcommand("kernels", "Debian kernels, and variants built from Debian's source");
  verb->add_option("action", line.kernels_action, "list, fetch, show or build")
      ->required()
      ->check(CLI::IsMember({"list", "fetch", "show", "build"}));
  verb->add_option("series", line.operands, "Series such as 6.12, or paths");
  verb->add_flag("--json", line.json, "Machine-readable (list)");
  verb->add_option("--variant", line.kernel_variants,
                   "What to build: base, poke, poke_batch, poke_batch_ipi")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  verb->callback([&line] { check_kernels(line); });
  verb->footer("Example: trampcheck kernels build 7.3 --variant base,poke");
  return verb;
}

CLI::App* add_validate(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand("validate", "Check result files against the schema");
  verb->add_option("file", line.operands, "Result files")->required()->type_name("FILE");
  verb->footer("Example: trampcheck validate k.json");
  return verb;
}

// One line: CLI11 says what is wrong; where to look is added.
Error usage_error(const CLI::ParseError& error, const std::string& verb) {
  std::string what = error.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  return Error{0, what, fmt::format("see: trampcheck {}{}--help", verb, verb.empty() ? "" : " "),
               Exit::kUsage};
}

bool is_known_verb(CLI::App& app, const std::string& word) {
  const auto verbs = app.get_subcommands([&](CLI::App* verb) { return verb->get_name() == word; });
  return !verbs.empty();
}

Error unknown_verb(CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return Error{0, fmt::format("no verb '{}'", word),
               fmt::format("there are: {}", fmt::join(names, ", ")), Exit::kUsage};
}

CLI::App* add_completion(CLI::App& app, CommandLine& line) {
  CLI::App* verb = app.add_subcommand("completion", "Print a completion script for a shell");
  verb->add_option("shell", line.shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh"}));
  verb->footer("Example: trampcheck completion bash > /etc/bash_completion.d/trampcheck");
  return verb;
}

CLI::App* add_man(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("man", "Print the manual page");
  verb->footer("Example: trampcheck man > trampcheck.1 && man ./trampcheck.1");
  return verb;
}

using Verbs = std::vector<std::pair<CLI::App*, Verb>>;

// All verbs, writing what they are given into `line`.
Verbs add_verbs(CLI::App& app, CommandLine& line) {
  line.vm.accel = "icount";
  app.footer(kExamples);
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  return {
      {add_probe(app, line), Verb::kProbe},
      {add_list(app, line), Verb::kList},
      {add_select(app, line), Verb::kSelect},
      {add_run(app, line), Verb::kRun},
      {add_vm(app, line), Verb::kVm},
      {add_kernels(app, line), Verb::kKernels},
      {add_bisect(app, line.bisect), Verb::kBisect},
      {add_report(app, line.report), Verb::kReport},
      {add_validate(app, line), Verb::kValidate},
      {add_compare(app, line.compare), Verb::kCompare},
      {add_selftest(app, line.selftest), Verb::kSelftest},
      {add_completion(app, line), Verb::kCompletion},
      {add_man(app), Verb::kMan},
  };
}

}  // namespace

Expected<CommandLine> parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  CLI::App app(kAbout, "trampcheck");
  const Verbs verbs = add_verbs(app, line);
  // What follows "--" belongs to the guest and is not ours to parse.
  auto divide = std::find(arguments.begin(), arguments.end(), "--");
  std::vector<std::string> ours(arguments.begin(), divide);
  if (divide != arguments.end()) line.vm.command.assign(divide + 1, arguments.end());
  line.bisect.vm.command = line.vm.command;
  line.selftest.vm.command = line.vm.command;
  const std::string first = ours.empty() ? "" : ours.front();
  if (!first.empty() && !first.starts_with('-') && !is_known_verb(app, first)) {
    return unknown_verb(app, first);
  }
  try {
    std::reverse(ours.begin(), ours.end());  // CLI11 takes them from the back
    app.parse(ours);
  } catch (const CLI::CallForHelp&) {
    line.verb = Verb::kHelp;
    for (const auto& [app_verb, verb] : verbs) {
      if (app_verb->parsed()) line.help = app_verb->help("trampcheck");
    }
    if (line.help.empty()) line.help = app.help();
    return line;
  } catch (const CLI::CallForVersion& version) {
    line.verb = Verb::kHelp;
    line.help = version_text();
    return line;
  } catch (const CLI::ParseError& error) {
    return usage_error(error, is_known_verb(app, first) ? first : "");
  }
  for (const auto& [app_verb, verb] : verbs) {
    if (app_verb->parsed()) line.verb = verb;
  }
  const bool boots = line.verb == Verb::kVm || line.verb == Verb::kBisect;
  if (divide != arguments.end() && !boots && line.verb != Verb::kSelftest) {
    return Error{0, "only `vm`, `bisect` and `selftest` take a `--`", "see: trampcheck vm --help",
                 Exit::kUsage};
  }
  return line;
}

CommandDescription describe_command_line() {
  CommandLine line;
  CLI::App app(kAbout, "trampcheck");
  add_verbs(app, line);
  return describe(app, version_text());
}

}  // namespace trampcheck
