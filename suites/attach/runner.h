// The attach suite's engine: turns, rounds, phases, and the watch over them.
#ifndef TRAMPCHECK_SUITES_ATTACH_RUNNER_H_
#define TRAMPCHECK_SUITES_ATTACH_RUNNER_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/guard/census.h"
#include "harness/guard/kernel_log.h"
#include "harness/guard/watchdog.h"
#include "harness/measure/phase.h"
#include "harness/measure/schedule.h"
#include "suites/attach/experiment.h"
#include "suites/attach/suite.h"

namespace trampcheck {

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
  // A round of a mechanism that is a command.
  Expected<void> run_command_round(Experiment& experiment, bool counted);
  Expected<void> quiesce(Experiment& experiment, bool counted);
  Expected<void> run_exit(Experiment& experiment);
  Expected<void> settle(Experiment& experiment);

  // Runs one phase under the watchdog and, where it counts, keeps its figures.
  template <typename Body>
  Expected<void> measured(Experiment& experiment, const char* phase, bool counted, Body body);

  std::span<const Target> targets_of(const Experiment& experiment) const {
    const auto& targets = experiment.mechanism().own_targets ? own_targets_ : choice_.chosen;
    return std::span(targets).first(experiment.functions());
  }
  // One for each size that the mechanism is measured at.
  void add_experiments(const Mechanism& mechanism);
  void begin_phase(const std::string& phase, double limit_s);
  void end_phase();
  void save(bool complete);
  void on_timeout(const std::string& phase);
  [[noreturn]] void report_hang(const std::string& phase);
  // What an exit may take that lets go of everything: nothing can be seen of how far it has come.
  double exit_limit_s(const Experiment& experiment) const;
  Support ask(const Mechanism& mechanism) const;
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

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_RUNNER_H_
