#include "suites/attach/runner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <mutex>
#include <thread>

#include "harness/kernel/info.h"
#include "suites/attach/scale.h"

namespace trampcheck {
namespace {

// A phase past its deadline hangs when no function was done for this long.
constexpr int kGraceTenths = 100;

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

}  // namespace

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
  // Prefixes of a shuffled set are samples of the kernel, not of its first source files.
  if (!options_.scale.empty() && !options_.selection.names) {
    shuffle(choice_.chosen, options_.seed);
  }
  discover_row_.id = "attach.discover";
  discover_row_.params["phase"] = std::string("discover");
  discover_row_.status = Status::kDone;
  append(discover_row_.metrics, moved, meter_.perf_reason());
  result_.functions = describe_choice(*kernel_, choice_);
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
  experiment.add_kernel_lines(log_->take());
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
    add_experiments(*mechanism);
  }
  // The probes' own trampolines must be gone before the first round is timed.
  if (auto quiet = wait_until_quiet(baseline_, options_.quiesce_timeout_s, hooks_.interrupted);
      !quiet) {
    return quiet.error();
  }
  save(false);
  return take_turns();
}

void Runner::add_experiments(const Mechanism& mechanism) {
  const size_t chosen = choice_.chosen.size();
  const Support support = ask(mechanism);
  const KernelLines said = log_->take();
  auto add = [&](size_t functions, bool sized) -> Experiment& {
    Experiment experiment(mechanism, static_cast<int64_t>(functions), sized);
    experiment.add_kernel_lines(said);
    if (images_hidden()) {
      experiment.add_warning(
          "net.core.bpf_jit_harden hides trampoline images: not checked whether any stayed");
    }
    experiments_.push_back(std::move(experiment));
    return experiments_.back();
  };
  if (!support.supported) {
    add(chosen, false).skip(support.reason);
    return;
  }
  if (options_.scale.empty()) {
    add(chosen, false);
    return;
  }
  const ScaleSizes sizes =
      scale_sizes(options_.scale, chosen, mechanism.per_link, options_.per_link_limit);
  for (size_t size : sizes.sizes) add(size, true);
  if (!sizes.left_out.empty()) experiments_.back().add_warning(sizes.left_out);
}

Support Runner::ask(const Mechanism& mechanism) const {
  // The others' figures must not depend on what happens to be installed.
  if (mechanism.external != nullptr && !options_.commands) {
    return {false, fmt::format("a command of its own, which runs only where it is named: "
                               "--mechanism all,{}",
                               mechanism.name)};
  }
  return mechanism.probe(*kernel_);
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
  Experiment hung(current_->mechanism(), static_cast<int64_t>(current_->functions()),
                  current_->sized());
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

}  // namespace trampcheck
