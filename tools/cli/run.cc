// `trampcheck run`: on the machine it stands on.
#include <fmt/format.h>

#include <algorithm>

#include "harness/attach/mechanism.h"
#include "results/export/text.h"
#include "results/model/json.h"
#include "results/store.h"
#include "suites/attach/suite.h"
#include "suites/table.h"
#include "tools/cli/context.h"
#include "tools/cli/external.h"
#include "tools/cli/select.h"
#include "tools/cli/verbs.h"

namespace trampcheck {
namespace {

Error unknown_mechanism(const std::string& name) {
  std::vector<std::string> known;
  for (const Mechanism& mechanism : mechanisms()) known.emplace_back(mechanism.name);
  return Error{0, fmt::format("no mechanism '{}'", name),
               fmt::format("there are: {}", fmt::join(known, ", ")), Exit::kUsage};
}

Expected<std::vector<const Mechanism*>> find_mechanisms(const std::vector<std::string>& names) {
  std::vector<const Mechanism*> found;
  for (const std::string& name : names) {
    if (name == "all") {
      for (const Mechanism& mechanism : mechanisms()) found.push_back(&mechanism);
      continue;
    }
    const Mechanism* mechanism = find_mechanism(name);
    if (mechanism == nullptr) return unknown_mechanism(name);
    found.push_back(mechanism);
  }
  // Named twice is meant once.
  std::vector<const Mechanism*> unique;
  for (const Mechanism* mechanism : found) {
    if (std::find(unique.begin(), unique.end(), mechanism) == unique.end()) {
      unique.push_back(mechanism);
    }
  }
  return unique;
}

Error needs_here(const RunArgs& args) {
  return Error{0,
               fmt::format("this would attach {} programs to functions of the kernel that this "
                           "machine runs on ({} rounds)",
                           fmt::join(args.mechanisms, " and "), args.rounds),
               "run it in a guest with `trampcheck vm --kernel 6.12 -- run attach ...`, or say "
               "--here if this kernel may be risked",
               Exit::kUsage};
}

int exit_status(const Environment& environment, const RunResult& result, const RunArgs& args) {
  if (environment.interrupted != nullptr && *environment.interrupted) {
    return static_cast<int>(Exit::kInterrupted);
  }
  const Status gravest = overall(result);
  if (gravest == Status::kFail) return static_cast<int>(Exit::kFailed);
  if (gravest == Status::kError || gravest == Status::kMiss) {
    return static_cast<int>(Exit::kEnvironment);
  }
  for (const ResultRow& row : result.results) {
    if (row.status != Status::kSkip) continue;
    auto named = row.params.find("mechanism");
    if (named == row.params.end()) continue;
    const auto& asked = args.mechanisms;
    const std::string& mechanism = std::get<std::string>(named->second);
    if (std::find(asked.begin(), asked.end(), mechanism) == asked.end()) continue;
    environment.warn(fmt::format("{} was asked for, but this kernel does not have it: {}",
                                 mechanism, row.reason));
    return static_cast<int>(Exit::kEnvironment);
  }
  auto measured = [](const ResultRow& row) {
    return row.status == Status::kPass && row.params.contains("mechanism");
  };
  if (std::any_of(result.results.begin(), result.results.end(), measured)) return 0;
  environment.warn("nothing was measured: this kernel has none of the mechanisms; see `probe`");
  return static_cast<int>(Exit::kEnvironment);
}

AttachOptions to_options(const RunArgs& args, Selection selection,
                         std::vector<const Mechanism*> mechanisms) {
  AttachOptions options;
  options.selection = std::move(selection);
  options.mechanisms = std::move(mechanisms);
  options.rounds = args.rounds;
  options.warmup = args.warmup;
  options.phase_timeout_s = args.phase_timeout_s;
  options.seed = args.select.seed;
  options.per_function = args.per_function;
  options.scale = args.scale;
  options.per_link_limit = args.per_link_limit;
  options.exit_phase = !args.skip_exit;
  options.commands = !named_commands(args.mechanisms).empty();
  return options;
}

// Writes or delivers what there is. A file that cannot be written is said once.
class Saver {
 public:
  Saver(const Environment& environment, std::string path)
      : environment_(environment), path_(std::move(path)) {}

  void save(const RunResult& result, bool final) {
    if (environment_.deliver) {
      environment_.deliver(serialise(result), final);
    } else if (!path_.empty() && !error_) {
      if (auto saved = save_result(result, path_); !saved) error_ = saved.error();
    }
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const Environment& environment_;
  std::string path_;
  std::optional<Error> error_;
};

}  // namespace

Expected<void> check_run(const RunArgs& args) {
  for (const std::string& suite : args.suites) {
    if (auto known = find_suite(suite); !known) return known.error();
  }
  if (auto known = find_mechanisms(args.mechanisms); !known) return known.error();
  return {};
}

int verb_run(const Environment& environment, const RunArgs& args) {
  if (auto sound = check_run(args); !sound) return fail(environment, sound.error());
  auto mechanisms = find_mechanisms(args.mechanisms);
  if (!mechanisms) return fail(environment, mechanisms.error());
  auto selection = to_selection(args.select);
  if (!selection) return fail(environment, selection.error());
  if (!environment.guest && !args.here) return fail(environment, needs_here(args));
  if (auto there = find_commands(named_commands(args.mechanisms)); !there) {
    return fail(environment, there.error());
  }
  if (!environment.guest) catch_interrupts();

  Saver saver(environment, args.output);
  AttachHooks hooks;
  hooks.interrupted = environment.interrupted;
  hooks.progress = environment.progress;
  hooks.save = [&](const RunResult& so_far) { saver.save(so_far, false); };
  hooks.give_up = [&](const RunResult& so_far) {
    saver.save(so_far, true);
    if (environment.abandon) environment.abandon(Exit::kFailed);
  };
  hooks.run_command = [&](const ExternalCommand& command, double deadline_s,
                          const std::function<void()>& alive) {
    return run_external(environment.interrupted, command, deadline_s, alive);
  };
  auto result = run_attach(to_options(args, std::move(*selection), std::move(*mechanisms)),
                           running_context(environment), hooks);
  if (!result) return fail(environment, result.error());
  saver.save(*result, true);
  if (!environment.guest) environment.print(text_table(*result));
  if (saver.error()) return fail(environment, *saver.error());
  return exit_status(environment, *result, args);
}

}  // namespace trampcheck
