// One mechanism's experiment in the making: its rows, filled round by round.
#ifndef TRAMPCHECK_SUITES_ATTACH_EXPERIMENT_H_
#define TRAMPCHECK_SUITES_ATTACH_EXPERIMENT_H_

#include <map>
#include <string>
#include <vector>

#include "harness/attach/mechanism.h"
#include "harness/guard/kernel_log.h"
#include "harness/measure/command.h"
#include "harness/measure/phase.h"
#include "results/model/model.h"

namespace trampcheck {

class Experiment {
 public:
  // `sized`: one of several sizes of the same mechanism, which the id then tells apart
  // (`attach.fentry.n100`).
  Experiment(const Mechanism& mechanism, int64_t functions, bool sized = false);

  const Mechanism& mechanism() const { return *mechanism_; }
  size_t functions() const { return functions_; }
  bool sized() const { return sized_; }
  // For people: "fentry", or "fentry n100".
  std::string name() const;
  std::string id() const { return verdict_.id; }
  bool ended() const { return ended_; }

  void add_sample(const std::string& phase, const Reading& reading, const std::string& perf_reason);
  void add_command_sample(const std::string& phase, const Reading& reading, const CommandUse& use,
                          const std::string& perf_reason);
  // The times of single functions in one round, 0 for those not attached.
  void add_per_function(const std::string& phase, std::span<const Target> targets,
                        std::span<const uint64_t> ticks);
  // The command as one would type it; before its first sample.
  void set_command(const std::string& text) { verdict_.params["command"] = text; }
  // Counts and refusals of a round; the last round's stand.
  void set_counts(const Counts& counts);
  void set_counts(std::span<const Target> targets, const Attachment& attachment);
  // What a round found by searching: later ones leave it out.
  void set_known_refusals(std::vector<Refusal> refusals) { known_ = std::move(refusals); }
  const std::vector<Refusal>& known_refusals() const { return known_; }
  // Keeps the round's checks where they are wrong, or where there are none yet.
  void set_hits(std::vector<HitCheck> hits);
  void add_leaks(std::vector<Leak> leaks);
  void add_log(std::vector<std::string> lines);
  // Alarms go to the log and fail the experiment, notices are warnings.
  void add_kernel_lines(const KernelLines& lines);
  // What a failed command said: goes with the log, and is not the kernel's word.
  void add_output(std::vector<std::string> lines);
  void add_warning(std::string text);  // said once, however often it is added

  // Nothing more will be measured: unsupported, or the harness failed.
  void skip(const std::string& reason);
  void fail_harness(const std::string& phase, const Error& error);
  // The kernel did not come back from a phase in time.
  void hang(const std::string& phase, const std::string& reason, const std::string& stacks);

  // The rows as they stand: the verdict, then the phases in order.
  std::vector<ResultRow> rows(bool complete) const;

 private:
  std::string evidence() const;
  ResultRow judge(bool complete) const;
  ResultRow& phase_row(const std::string& phase);

  const Mechanism* mechanism_;
  size_t functions_;
  bool sized_;
  ResultRow verdict_;
  std::vector<ResultRow> phases_;
  std::vector<Refusal> known_;
  std::vector<std::string> output_;
  bool ended_ = false;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_SUITES_ATTACH_EXPERIMENT_H_
