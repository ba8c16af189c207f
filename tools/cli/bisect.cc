// `trampcheck bisect`: which kernel changed a metric.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "results/base/file.h"
#include "results/export/layout.h"
#include "results/export/units.h"
#include "results/store.h"
#include "tools/bisect/judge.h"
#include "tools/bisect/search.h"
#include "tools/cli/bisection.h"
#include "tools/cli/boot.h"
#include "tools/cli/context.h"
#include "tools/cli/scratch_folder.h"
#include "tools/cli/set_file.h"
#include "tools/cli/verbs.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

// What `git bisect run` understands.
constexpr int kStepOld = 0;
constexpr int kStepNew = 1;
constexpr int kStepSkip = 125;
constexpr int kStepAbort = kBisectAbort;

constexpr double kBuildDeadline_s = 6 * 3600;
constexpr size_t kBuildLinesShown = 15;

const char* name_of(Side side) {
  switch (side) {
    case Side::kOld:
      return "old";
    case Side::kNew:
      return "new";
    case Side::kUnknown:
      return "skip";
    case Side::kAbort:
      break;
  }
  return "abort";
}

}  // namespace

// Nothing: there is an image. Else what the step exits with.
std::optional<int> Bisection::build() const {
  if (args_.build.empty()) return std::nullopt;
  RunOptions options;
  options.deadline_s = kBuildDeadline_s;
  environment_.progress("building: " + args_.build, 0, 0);
  auto built = run_process({"/bin/sh", "-c", args_.build}, options);
  if (!built) {
    (void)fail(environment_, built.error());
    return kStepAbort;
  }
  if (built->ok()) return std::nullopt;
  std::vector<std::string> lines;
  const std::string text = built->out + built->err;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const size_t skipped = lines.size() > kBuildLinesShown ? lines.size() - kBuildLinesShown : 0;
  for (size_t i = skipped; i < lines.size(); ++i) environment_.warn("  | " + plain(lines[i]));
  environment_.warn(fmt::format("the build {}: cannot be measured", describe_end(*built, options)));
  return kStepSkip;
}

Side Bisection::side_of(const MetricValue& value) const {
  return limit_ && is_changed(value, *limit_) ? Side::kNew : Side::kOld;
}

Judged Bisection::boot(const std::string& kernel) {
  auto found = find_kernel(environment_, kernel);
  if (!found) {
    std::error_code code;
    const bool is_broken_image = std::filesystem::exists(kernel, code);
    (void)fail(environment_, found.error());
    return {is_broken_image ? Side::kUnknown : Side::kAbort, {}, "", found.error().what, ""};
  }
  const bool keep = !args_.vm.output.empty();
  Boot boot{kernel, 0, "", true};
  boot.output = fmt::format("{}/{}-{}.json", keep ? args_.vm.output : scratch_.path(),
                            file_stem(kernel), ++boots_);
  Environment quiet = environment_;
  quiet.print = [](std::string_view) {};
  const BootEnd end = run_boot(quiet, args_.vm, command_, boot, *found);
  Judged judged;
  judged.release = end.release;
  judged.reason = end.reason;
  if (keep && end.saved) judged.file = boot.output;
  if (is_interrupted() || end.harness_failed) return judged;
  auto result = load_result(boot.output);
  if (!result) {
    judged.side = Side::kUnknown;
    return judged;
  }
  Measured measured = read_metric(*result, metric_);
  judged.value = measured.value;
  if (measured.value) {
    judged.reason.clear();
    judged.side = side_of(*measured.value);
    return judged;
  }
  judged.reason = measured.reason;
  judged.side = end.word == Status::kError ? Side::kAbort : Side::kUnknown;
  return judged;
}

// Prints a line, and appends it to the log.
void Bisection::note(const std::string& kernel, const Judged& judged) {
  std::string line =
      fmt::format("{} {} {} {} {}", plain(kernel),
                  judged.release.empty() ? "-" : plain(judged.release), metric_.text(),
                  judged.value ? judged.value->text() : plain(judged.reason), name_of(judged.side));
  if (limit_ && judged.value) {
    line += fmt::format(" (limit {})", human(limit_->value, judged.value->unit));
  }
  environment_.print(line + "\n");
  if (args_.log.empty()) return;
  line = fmt::format("{} {}\n", suite_context({}).started_at, line);
  const Fd log = open_log();
  Expected<void> written = log.valid()
                               ? write_fd(log.get(), line, args_.log)
                               : errno_error(errno, fmt::format("cannot open {}", args_.log));
  if (!written) environment_.warn(written.error().text());
}

Judged Bisection::measure(const std::string& kernel) {
  Judged judged = boot(kernel);
  note(kernel, judged);
  return judged;
}

// A change is said only after a second boot has seen it; where they differ, a third decides.
bool Bisection::is_confirmed(const std::string& kernel) {
  if (measure(kernel).side == Side::kNew) return true;
  if (is_interrupted()) return false;
  return measure(kernel).side == Side::kNew;
}

int Bisection::step() {
  if (auto status = build()) return *status;
  catch_interrupts();
  const std::string& kernel = kernels_.front();
  switch (measure(kernel).side) {
    case Side::kOld:
      return kStepOld;
    case Side::kNew:
      if (is_confirmed(kernel)) return kStepNew;
      return is_interrupted() ? kStepAbort : kStepOld;
    case Side::kUnknown:
      return kStepSkip;
    case Side::kAbort:
      break;
  }
  return kStepAbort;
}

Expected<Judged> Bisection::verify_end(const std::string& kernel) {
  Judged judged = measure(kernel);
  if (judged.value) return judged;
  Error error{0, fmt::format("{} cannot be measured: {}", kernel, judged.reason),
              "choose ends that boot and have the mechanism"};
  if (is_interrupted()) error = {0, "interrupted", "", Exit::kInterrupted};
  return error;
}

int Bisection::run() {
  catch_interrupts();
  auto oldest = verify_end(kernels_.front());
  if (!oldest) return fail(environment_, oldest.error());
  if (!limit_) limit_ = limit_from(*oldest->value, args_.percent, direction_);
  if (side_of(*oldest->value) == Side::kNew) {
    return fail(
        environment_,
        {0, fmt::format("{} has changed already: {}", kernels_.front(), oldest->value->text()),
         "begin with an older kernel", Exit::kNotComparable});
  }
  oldest->side = Side::kOld;
  auto newest = verify_end(kernels_.back());
  if (!newest) return fail(environment_, newest.error());
  if (newest->side != Side::kNew) {
    return fail(
        environment_,
        {0,
         fmt::format("{} is not {} than {} by more than {:g} %: {} against {}", kernels_.back(),
                     args_.look_for, kernels_.front(), args_.percent, newest->value->text(),
                     oldest->value->text()),
         "choose other ends, another metric, or a smaller --threshold", Exit::kNotComparable});
  }
  judged_.front() = *oldest;
  judged_.back() = *newest;
  const Found found = find_first_new(kernels_.size(), [&](size_t which) {
    judged_[which] = measure(kernels_[which]);
    return judged_[which]->side;
  });
  if (is_interrupted()) return static_cast<int>(Exit::kInterrupted);
  if (!found.first_new) return static_cast<int>(Exit::kEnvironment);
  return conclude(found);
}

int Bisection::conclude(const Found& found) {
  const std::string& culprit = kernels_[*found.first_new];
  const bool confirmed = is_confirmed(culprit);
  if (is_interrupted()) return static_cast<int>(Exit::kInterrupted);
  if (!confirmed) {
    return fail(environment_, {0, fmt::format("{} did not show the change again", culprit),
                               "use icount, or more rounds", Exit::kNotComparable});
  }
  const Judged& before = *judged_[*found.last_old];
  const Judged& after = *judged_[*found.first_new];
  std::string text = fmt::format("first changed: {} ({})\n", culprit, after.release);
  text += fmt::format("{}: {}, {:.3g} of the {} of {} ({})\n", metric_.text(), after.value->text(),
                      after.value->value / before.value->value, before.value->text(),
                      kernels_[*found.last_old], before.release);
  for (size_t unknown : found.unknown) {
    text += fmt::format("or in {}, which cannot be measured: {}\n", kernels_[unknown],
                        judged_[unknown]->reason);
  }
  if (!after.file.empty()) text += fmt::format("results: {} {}\n", before.file, after.file);
  text += fmt::format("{} boots\n", boots_);
  environment_.print("\n" + text);
  return 0;
}

int verb_bisect(const Environment& environment, const BisectArgs& args) {
  auto bisection = Bisection::begin(environment, args);
  const bool step = args.action == "step";
  if (!bisection) {
    const int status = fail(environment, bisection.error());
    return step ? kStepAbort : status;
  }
  return step ? bisection->step() : bisection->run();
}

}  // namespace trampcheck
