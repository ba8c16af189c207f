#include "suites/attach/suite.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <mutex>
#include <thread>

#include "harness/guard/census.h"
#include "harness/guard/kernel_log.h"
#include "harness/guard/watchdog.h"
#include "harness/kernel/info.h"
#include "harness/measure/phase.h"
#include "harness/measure/schedule.h"
#include "suites/attach/exit_phase.h"
#include "suites/attach/experiment.h"
#include "suites/attach/hit.h"

namespace trampcheck {
namespace {

// A phase past its deadline hangs when no function was done for this long.
constexpr int kGraceTenths = 100;
// Two grace periods of RCU tasks and something to spare (kernels 6.0 to 6.19).
constexpr double kExitSecondsPerFunction = 0.5;

FunctionSet describe_choice(const KernelFunctions& kernel, const Choice& choice) {
  FunctionSet set;
  set.available = static_cast<int64_t>(kernel.available.entries.size());
  set.chosen = static_cast<int64_t>(choice.chosen.size());
  for (size_t i = 1; i < choice.counts.size(); ++i) {
    if (choice.counts[i] == 0) continue;
    set.excluded[describe(static_cast<Exclusion>(i)).reason] = choice.counts[i];
  }
  set.set_sha256 = set_hash(choice.chosen);
  for (const Target& target : choice.chosen) set.names.push_back(target.name);
  set.lost = choice.lost;
  return set;
}

// Stand-ins for functions that a mechanism makes by itself, one for each that was chosen.
std::vector<Target> name_own_targets(size_t count) {
  std::vector<Target> targets(count);
  for (size_t i = 0; i < count; ++i) targets[i].name = "subprogram_" + std::to_string(i);
  return targets;
}

class Runner {
 public:
  Runner(const AttachOptions& options, const AttachHooks& hooks, RunResult& result)
      : options_(options),
        hooks_(hooks),
        result_(result),
        watchdog_([this](const std::string& phase) { on_timeout(phase); }) {}

  Expected<void> run();

 private:
  Expected<void> discover();
  Expected<void> take_turns();
  // False: stop taking turns.
  bool take_turn(const Turn& turn);
  Expected<void> run_round(Experiment& experiment, bool counted);
  // One attach and detach of the whole set. An Error has been recorded when this returns it.
  Expected<void> try_round(Experiment& experiment, bool counted);
  void keep_samples(Experiment& experiment);
  Expected<void> run_exit(Experiment& experiment);
  Expected<void> settle(Experiment& experiment);

  // Runs one phase under the watchdog and, where it counts, keeps its figures.
  template <typename Body>
  Expected<void> measured(Experiment& experiment, const char* phase, bool counted, Body body);

  std::span<const Target> targets_of(const Mechanism& mechanism) const {
    return mechanism.own_targets ? own_targets_ : choice_.chosen;
  }
  void begin_phase(const std::string& phase, double limit_s);
  void end_phase();
  void save(bool complete);
  void on_timeout(const std::string& phase);
  [[noreturn]] void report_hang(const std::string& phase);
  bool images_hidden() const;
  bool interrupted() const { return hooks_.interrupted != nullptr && hooks_.interrupted->load(); }
  LoopControl control(const Experiment& experiment, const char* phase);
  std::string label(const Experiment& experiment, const char* phase) const;

  const AttachOptions& options_;
  const AttachHooks& hooks_;
  RunResult& result_;
  Meter meter_;
  std::unique_ptr<KernelFunctions> kernel_;
  Choice choice_;
  std::vector<Target> own_targets_;
  Census baseline_;
  std::unique_ptr<KernelLog> log_;
  ResultRow discover_row_;
  std::vector<Experiment> experiments_;
  Experiment* current_ = nullptr;
  int round_ = 0;
  std::vector<std::pair<const char*, Reading>> samples_;  // of this round, not yet kept
  std::atomic<bool> stop_ = false;                        // Ctrl-C or a phase over its time
  std::atomic<uint64_t> phases_ended_ = 0;  // tells the watchdog that the main thread moves
  std::atomic<uint64_t> heartbeat_ = 0;     // functions done
  std::atomic<uint64_t> armed_at_ = 0;      // phases_ended_ when the watchdog was armed
  std::atomic<bool> timed_out_ = false;
  std::mutex saved_mutex_;
  RunResult saved_;         // what a hang leaves to be reported
  std::string late_phase_;  // the one that was over its time
  Watchdog watchdog_;
};

std::string Runner::label(const Experiment& experiment, const char* phase) const {
  std::string text = std::string(experiment.mechanism().name) + " " + phase;
  if (round_ < 0) return text + " (warm-up)";
  return text + " (round " + std::to_string(round_ + 1) + " of " + std::to_string(options_.rounds) +
         ")";
}

LoopControl Runner::control(const Experiment& experiment, const char* phase) {
  LoopControl control;
  control.stop = &stop_;
  control.heartbeat = &heartbeat_;
  control.per_function = options_.per_function;
  if (hooks_.progress) {
    control.progress = [this, text = label(experiment, phase)](size_t done, size_t of) {
      if (interrupted()) stop_ = true;
      hooks_.progress(text, done, of);
    };
  }
  return control;
}

template <typename Body>
Expected<void> Runner::measured(Experiment& experiment, const char* phase, bool counted,
                                Body body) {
  if (hooks_.progress) hooks_.progress(label(experiment, phase), 0, choice_.chosen.size());
  begin_phase(phase, options_.phase_timeout_s);
  const Reading begin = meter_.begin();
  Expected<void> done = body();
  const Reading moved = difference(begin, meter_.end());
  end_phase();
  if (done && counted && !stop_) samples_.emplace_back(phase, moved);
  if (done) return done;
  experiment.fail_harness(phase, done.error());
  // What is still attached is let go on the way out of the round, which can hang as well.
  begin_phase("clean-up", options_.phase_timeout_s);
  return done;
}

void Runner::begin_phase(const std::string& phase, double limit_s) {
  armed_at_ = phases_ended_.load();
  watchdog_.arm(phase, limit_s);
}

void Runner::end_phase() {
  watchdog_.disarm();
  ++phases_ended_;
  if (interrupted()) stop_ = true;
}

Expected<void> Runner::discover() {
  const Reading begin = meter_.begin();
  auto kernel = read_kernel_functions();
  if (!kernel) return kernel.error();
  auto choice = choose(*kernel, options_.selection);
  if (!choice) return choice.error();
  const Reading moved = difference(begin, meter_.end());
  kernel_ = std::make_unique<KernelFunctions>(std::move(*kernel));
  choice_ = std::move(*choice);
  own_targets_ = name_own_targets(choice_.chosen.size());
  discover_row_.id = "attach.discover";
  discover_row_.params["phase"] = std::string("discover");
  discover_row_.status = Status::kDone;
  append(discover_row_.metrics, moved, meter_.perf_reason());
  result_.functions = describe_choice(*kernel_, choice_);
  return {};
}

void Runner::keep_samples(Experiment& experiment) {
  for (const auto& [phase, reading] : samples_) {
    experiment.add_sample(phase, reading, meter_.perf_reason());
  }
  samples_.clear();
}

// A round that had to search for the functions which a link was refused for is repeated without
// them: what it took says nothing about attaching.
Expected<void> Runner::run_round(Experiment& experiment, bool counted) {
  samples_.clear();
  const size_t known = experiment.known_refusals().size();
  auto done = try_round(experiment, counted);
  if (done && counted && !stop_ && experiment.known_refusals().size() != known) {
    samples_.clear();
    const size_t searched = experiment.known_refusals().size();
    done = try_round(experiment, counted);
    if (experiment.known_refusals().size() != searched) {
      experiment.add_warning(
          "a repeated round had to search for refused functions once more: its "
          "attach time includes the search");
    }
  }
  keep_samples(experiment);
  return done;
}

Expected<void> Runner::try_round(Experiment& experiment, bool counted) {
  std::unique_ptr<Attachment> attachment;
  const std::span<const Target> targets = targets_of(experiment.mechanism());
  auto opened = measured(experiment, "open", counted, [&]() -> Expected<void> {
    auto made = experiment.mechanism().open();
    if (!made) return made.error();
    attachment = std::move(*made);
    return {};
  });
  if (!opened) return opened;
  attachment->leave_out(experiment.known_refusals());
  auto loaded = measured(experiment, "load", counted,
                         [&] { return attachment->load(targets, control(experiment, "load")); });
  if (!loaded) return loaded;
  auto attached = measured(experiment, "attach", counted,
                           [&] { return attachment->attach(control(experiment, "attach")); });
  if (!attached) return attached;
  experiment.set_counts(targets, *attachment);
  if (attachment->searched()) experiment.set_known_refusals(attachment->refusals());

  const std::vector<PlannedHit> plan = [&] {
    auto all =
        experiment.mechanism().own_targets ? plan_own_hits(targets.size()) : plan_hits(targets);
    for (const Refusal& refusal : attachment->refusals()) {
      std::erase_if(all, [&](const PlannedHit& hit) { return hit.index == refusal.index; });
    }
    return all;
  }();
  std::vector<HitCheck> hits;
  auto hit = measured(experiment, "hit", counted && !stop_, [&]() -> Expected<void> {
    if (stop_) return {};
    if (!plan.empty()) {
      hits = check_hits(*attachment, targets, plan);
      return {};
    }
    auto sentinel = check_sentinel(experiment.mechanism(), *kernel_);
    if (!sentinel) return sentinel.error();
    hits = std::move(*sentinel);
    return {};
  });
  if (!hit) return hit;
  auto detached = measured(experiment, "detach", counted,
                           [&] { return attachment->detach(control(experiment, "detach")); });
  if (!detached) return detached;
  if (!plan.empty() && !hits.empty()) check_silence(*attachment, targets, plan, hits);
  if (!hits.empty()) experiment.set_hits(std::move(hits));
  auto unloaded = measured(experiment, "unload", counted, [&]() -> Expected<void> {
    attachment->unload();
    return {};
  });
  if (!unloaded) return unloaded;
  if (counted && !stop_ && !attachment->searched()) {
    experiment.add_per_function("attach", targets, attachment->attach_ticks());
    experiment.add_per_function("detach", targets, attachment->detach_ticks());
  }
  attachment.reset();
  return measured(experiment, "quiesce", counted, [&] { return settle(experiment); });
}

// Waits until everything is back at the baseline; what is not is this experiment's leak.
Expected<void> Runner::settle(Experiment& experiment) {
  // It has a deadline of its own.
  begin_phase("quiesce", options_.phase_timeout_s + options_.quiesce_timeout_s);
  auto quiet = wait_until_quiet(baseline_, options_.quiesce_timeout_s, hooks_.interrupted);
  if (!quiet) return quiet.error();
  if (quiet->interrupted || quiet->leaks.empty()) return {};
  experiment.add_leaks(std::move(quiet->leaks));
  // What stayed is this experiment's; the next must answer only for its own.
  auto census = take_census();
  if (!census) return census.error();
  baseline_ = std::move(*census);
  return {};
}

Expected<void> Runner::run_exit(Experiment& experiment) {
  const char* phase = "exit";
  const auto alive = [&] {
    if (hooks_.progress) hooks_.progress(label(experiment, phase), 0, choice_.chosen.size());
  };
  alive();
  // Nothing can be seen of how far an exit has come, so a large set is given its time.
  const double exit_limit_s =
      std::max(options_.phase_timeout_s * 3, kExitSecondsPerFunction * choice_.chosen.size());
  begin_phase(phase, exit_limit_s);
  auto reading = measure_exit(experiment.mechanism(), targets_of(experiment.mechanism()),
                              experiment.known_refusals(), meter_, options_.phase_timeout_s, alive);
  if (!reading && !interrupted()) experiment.fail_harness(phase, reading.error());
  auto settled = settle(experiment);
  end_phase();
  if (!reading) return reading.error();
  if (!settled) return settled;
  experiment.add_sample(phase, *reading,
                        "the counters belong to the measuring process, not to the one that exited");
  return {};
}

bool Runner::take_turn(const Turn& turn) {
  Experiment& experiment = experiments_[turn.variant];
  if (experiment.ended()) return true;
  current_ = &experiment;
  round_ = turn.round;
  const bool counted = turn.round >= 0;
  // What went wrong is in the experiment's rows; the other experiments go on.
  const bool fine = static_cast<bool>(run_round(experiment, counted));
  if (!fine) {
    (void)settle(experiment);
    end_phase();
  }
  const bool last = turn.round + 1 == options_.rounds;
  const bool exits = options_.exit_phase && experiment.mechanism().ends_with_process;
  if (fine && last && exits && !stop_) (void)run_exit(experiment);
  experiment.add_log(log_->take_alarms());
  if (timed_out_) {
    std::lock_guard lock(saved_mutex_);
    experiment.fail_harness(
        late_phase_, Error{ETIMEDOUT,
                           fmt::format("took longer than the {} s of --phase-timeout, but moved",
                                       options_.phase_timeout_s),
                           "raise it or choose fewer functions"});
    timed_out_ = false;
    stop_ = interrupted();
  }
  save(false);
  return !interrupted();
}

Expected<void> Runner::take_turns() {
  for (const Turn& turn :
       interleave(experiments_.size(), options_.rounds, options_.warmup, options_.seed)) {
    if (!take_turn(turn)) return {};
  }
  save(true);
  return {};
}

Expected<void> Runner::run() {
  if (auto found = discover(); !found) return found;
  auto log = KernelLog::open();
  if (!log) return log.error();
  log_ = std::make_unique<KernelLog>(std::move(*log));
  auto census = take_census();
  if (!census) return census.error();
  baseline_ = std::move(*census);
  for (const Mechanism* mechanism : options_.mechanisms) {
    Experiment experiment(*mechanism, static_cast<int64_t>(choice_.chosen.size()));
    Support support = mechanism->probe(*kernel_);
    experiment.add_log(log_->take_alarms());
    if (images_hidden()) {
      experiment.add_warning(
          "net.core.bpf_jit_harden hides trampoline images: not checked whether any stayed");
    }
    if (!support.supported) experiment.skip(support.reason);
    experiments_.push_back(std::move(experiment));
  }
  // The probes' own trampolines must be gone before the first round is timed.
  if (auto quiet = wait_until_quiet(baseline_, options_.quiesce_timeout_s, hooks_.interrupted);
      !quiet) {
    return quiet.error();
  }
  save(false);
  return take_turns();
}

// bpf_get_kallsym() shows nothing then (kernel/bpf/core.c, bpf_jit_kallsyms_enabled()).
bool Runner::images_hidden() const {
  const auto& knobs = result_.context.kernel.knobs;
  auto harden = knobs.find("net.core.bpf_jit_harden");
  return harden != knobs.end() && harden->second != "0";
}

void Runner::save(bool complete) {
  result_.results = {discover_row_};
  for (const Experiment& experiment : experiments_) {
    for (ResultRow& row : experiment.rows(complete)) result_.results.push_back(std::move(row));
  }
  result_.complete = complete;
  result_.context.kernel.taint_after = read_taint();
  {
    std::lock_guard lock(saved_mutex_);
    saved_ = result_;
  }
  if (hooks_.save) hooks_.save(result_);
}

// On the watchdog's thread. A phase that still moves is let go on: it ends at its next function,
// or, in detach, with its last. One that stands still hangs in the kernel and is reported from
// here, with the state as it was last saved.
void Runner::on_timeout(const std::string& phase) {
  const uint64_t seen = armed_at_;
  if (phases_ended_ != seen) return;
  {
    std::lock_guard lock(saved_mutex_);
    late_phase_ = phase;
  }
  timed_out_ = true;
  stop_ = true;
  uint64_t beats = heartbeat_;
  for (int still = 0; still < kGraceTenths;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    if (phases_ended_ != seen) return;
    const uint64_t now = heartbeat_;
    still = now == beats ? still + 1 : 0;
    beats = now;
  }
  report_hang(phase);
}

void Runner::report_hang(const std::string& phase) {
  Experiment hung(current_->mechanism(), static_cast<int64_t>(choice_.chosen.size()));
  hung.hang(phase, fmt::format("over {} s, and standing still", options_.phase_timeout_s),
            kernel_stacks());
  const ResultRow verdict = hung.rows(false).front();
  std::lock_guard lock(saved_mutex_);
  for (ResultRow& row : saved_.results) {
    if (row.id != verdict.id) continue;
    row.status = verdict.status;
    row.reason = verdict.reason;
    row.log.insert(row.log.end(), verdict.log.begin(), verdict.log.end());
  }
  if (hooks_.give_up) hooks_.give_up(saved_);
  _exit(static_cast<int>(Exit::kFailed));
}

}  // namespace

std::vector<std::string> attach_phases() {
  return {"open", "load", "attach", "hit", "detach", "unload", "quiesce", "exit"};
}

Expected<RunResult> run_attach(const AttachOptions& options, Context context,
                               const AttachHooks& hooks) {
  RunResult result;
  result.context = std::move(context);
  result.context.seed = options.seed;
  Runner runner(options, hooks, result);
  if (auto ran = runner.run(); !ran) return ran.error();
  return result;
}

}  // namespace trampcheck
