// `trampcheck bisect` at work: what it was asked for, and what its boots have said so far.
#ifndef TRAMPCHECK_TOOLS_CLI_BISECTION_H_
#define TRAMPCHECK_TOOLS_CLI_BISECTION_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/base/file.h"
#include "results/model/model.h"
#include "tools/bisect/judge.h"
#include "tools/bisect/search.h"
#include "tools/cli/guest_command.h"
#include "tools/cli/scratch_folder.h"
#include "tools/cli/verbs.h"

namespace trampcheck {

// One boot, judged.
struct Judged {
  Side side = Side::kAbort;
  std::optional<MetricValue> value;
  std::string release;
  std::string reason;  // where it was not measured
  std::string file;    // of the result, where it is kept
};

// A search, or one step of somebody else's.
class Bisection {
 public:
  // Looks at everything that can be known to be wrong before the first boot. Errors (kUsage): what
  // makes no sense; else what cannot be read or written.
  static Expected<Bisection> begin(const Environment& environment, const BisectArgs& args);

  int step();
  int run();

 private:
  Bisection(const Environment& environment, const BisectArgs& args, ScratchFolder scratch)
      : environment_(environment), args_(args), scratch_(std::move(scratch)) {}

  Expected<void> check_places() const;
  Fd open_log() const;
  Expected<void> read_baseline();
  Expected<void> prepare_command();
  Expected<void> expand_range();
  bool is_interrupted() const { return *environment_.interrupted; }
  std::optional<int> build() const;
  Judged measure(const std::string& kernel);
  Judged boot(const std::string& kernel);
  Side side_of(const MetricValue& value) const;
  void note(const std::string& kernel, const Judged& judged);
  Expected<Judged> verify_end(const std::string& kernel);
  int conclude(const Found& found);
  bool is_confirmed(const std::string& kernel);

  const Environment& environment_;
  const BisectArgs& args_;
  ScratchFolder scratch_;
  MetricId metric_;
  Direction direction_ = Direction::kWorse;
  std::optional<Limit> limit_;
  std::optional<RunResult> baseline_;
  GuestCommand command_;
  std::vector<std::string> kernels_;
  std::vector<std::optional<Judged>> judged_;  // beside kernels_
  int boots_ = 0;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_CLI_BISECTION_H_
