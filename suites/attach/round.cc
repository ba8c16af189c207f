#include "suites/attach/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "harness/measure/burn.h"
#include "suites/attach/exit_phase.h"
#include "suites/attach/hit.h"

namespace trampcheck {
namespace {

// Two grace periods of RCU tasks and something to spare (kernels 6.0 to 6.19).
constexpr double kExitSecondsPerFunction = 0.5;

}  // namespace

std::string Runner::label(const Experiment& experiment, const char* phase) const {
  std::string text = experiment.name() + " " + phase;
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
  if (hooks_.progress) hooks_.progress(label(experiment, phase), 0, experiment.functions());
  begin_phase(phase, options_.phase_timeout_s);
  const Reading begin = meter_.begin();
  Expected<void> done = body();
  burn(phase);
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
  if (experiment.mechanism().external != nullptr) {
    auto done = run_command_round(experiment, counted);
    keep_samples(experiment);
    return done;
  }
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
  const std::span<const Target> targets = targets_of(experiment);
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
    if (stop_ || (plan.empty() && experiment.mechanism().exclusive)) return {};
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
  if (plan.empty() && experiment.mechanism().exclusive && !stop_) {
    auto sentinel = check_sentinel(experiment.mechanism(), *kernel_);
    if (!sentinel) {
      experiment.fail_harness("hit", sentinel.error());
      return sentinel.error();
    }
    hits = std::move(*sentinel);
  }
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
  return quiesce(experiment, counted);
}

Expected<void> Runner::quiesce(Experiment& experiment, bool counted) {
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

double Runner::exit_limit_s(const Experiment& experiment) const {
  return std::max(options_.phase_timeout_s * 3,
                  kExitSecondsPerFunction * static_cast<double>(experiment.functions()));
}

Expected<void> Runner::run_exit(Experiment& experiment) {
  const char* phase = "exit";
  const auto alive = [&] {
    if (hooks_.progress) hooks_.progress(label(experiment, phase), 0, experiment.functions());
  };
  alive();
  begin_phase(phase, exit_limit_s(experiment));
  auto reading = measure_exit(experiment.mechanism(), targets_of(experiment),
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

}  // namespace trampcheck
