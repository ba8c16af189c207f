// What a search needs before its first boot.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "results/store.h"
#include "tools/cli/bisection.h"
#include "tools/cli/boot.h"
#include "tools/cli/set_file.h"

namespace trampcheck {
namespace {

Error usage(std::string what, std::string remedy) {
  return Error{0, std::move(what), std::move(remedy), Exit::kUsage};
}

}  // namespace

Expected<Bisection> Bisection::begin(const Environment& environment, const BisectArgs& args) {
  auto scratch = ScratchFolder::make();
  if (!scratch) return scratch.error();
  Bisection bisection(environment, args, std::move(*scratch));
  auto metric = parse_metric_id(args.metric);
  if (!metric) return metric.error();
  bisection.metric_ = *metric;
  bisection.direction_ = args.look_for == "better" ? Direction::kBetter : Direction::kWorse;
  if (args.limit && !args.baseline.empty()) {
    return usage("--limit and --baseline both say what is old", "use one of them");
  }
  if (args.action == "step" && !args.limit && args.baseline.empty()) {
    return usage("a step needs something to judge by", "give --baseline RESULT or --limit VALUE");
  }
  const bool is_range = args.vm.kernels.front().find("..") != std::string::npos &&
                        args.vm.kernels.front().find('/') == std::string::npos;
  if (args.action == "step" && (args.vm.kernels.size() != 1 || is_range)) {
    return usage("a step judges one kernel", "search several with: trampcheck bisect run");
  }
  if (args.action == "run" && !args.build.empty()) {
    return usage("--build belongs to `bisect step`", "see: trampcheck bisect --help");
  }
  if (args.limit) bisection.limit_ = Limit{*args.limit, bisection.direction_};
  if (auto read = bisection.read_baseline(); !read) return read.error();
  if (auto prepared = bisection.prepare_command(); !prepared) return prepared.error();
  if (auto expanded = bisection.expand_range(); !expanded) return expanded.error();
  if (auto ready = bisection.check_places(); !ready) return ready.error();
  return bisection;
}

// What could not be written after an hour of booting is said before.
Expected<void> Bisection::check_places() const {
  std::error_code code;
  if (!args_.vm.output.empty()) std::filesystem::create_directories(args_.vm.output, code);
  if (code) {
    return errno_error(code.value(), fmt::format("cannot create {}", args_.vm.output),
                       "name a folder with -o");
  }
  if (!args_.log.empty() && !open_log().valid()) {
    return errno_error(errno, fmt::format("cannot open {}", args_.log), "name a file with --log");
  }
  return {};
}

Fd Bisection::open_log() const {
  return Fd(open(args_.log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
}

Expected<void> Bisection::read_baseline() {
  if (args_.baseline.empty()) return {};
  auto result = load_result(args_.baseline);
  if (!result) {
    Error error = result.error();
    if (error.remedy.empty()) error.remedy = "name with --baseline a file that `vm -o` wrote";
    return error;
  }
  const Measured measured = read_metric(*result, metric_);
  if (!measured.value) {
    return usage(fmt::format("{} has no {}: {}", args_.baseline, metric_.text(), measured.reason),
                 "measure it with `trampcheck vm ... -- run attach --mechanism ...`");
  }
  if (result->context.domain != args_.vm.accel && args_.vm.accel != "auto") {
    return usage(fmt::format("{} was measured in {}, the guests will run in {}", args_.baseline,
                             result->context.domain, args_.vm.accel),
                 "say --accel, or measure the baseline anew");
  }
  limit_ = limit_from(*measured.value, args_.percent, direction_);
  baseline_ = std::move(*result);
  return {};
}

Expected<void> Bisection::prepare_command() {
  std::vector<std::string> command = args_.vm.command;
  if (command.empty()) {
    if (metric_.mechanism().empty()) {
      return usage(fmt::format("{} names no mechanism", metric_.text()),
                   "say after `--` what to run");
    }
    command = {"run",      "attach", "--mechanism", metric_.mechanism(),
               "--rounds", "2",      "--skip-exit", "--functions"};
    std::string functions = "__x64_sys_s*";
    if (baseline_ && baseline_->functions && !baseline_->functions->names.empty()) {
      const std::string set = scratch_.path() + "/baseline-set.txt";
      auto written =
          write_file_atomically(set, format_set(baseline_->functions->names, "the baseline"));
      if (!written) return written;
      functions = "@" + set;
    }
    command.push_back(functions);
  }
  auto prepared = prepare_guest_command(command);
  if (!prepared) return prepared.error();
  if (!prepared->makes_result) {
    return usage(fmt::format("'{}' measures nothing", command.front()), "`run attach` does");
  }
  command_ = std::move(*prepared);
  return {};
}

// "6.16..7.1" is every series from the one to the other.
Expected<void> Bisection::expand_range() {
  for (const std::string& word : args_.vm.kernels) {
    const size_t dots = word.find("..");
    if (dots == std::string::npos || word.find('/') != std::string::npos) {
      kernels_.push_back(word);
      continue;
    }
    auto list = list_series([&](const std::string& line) { environment_.progress(line, 0, 0); });
    if (!list) return list.error();
    std::vector<std::string> names;
    for (const SeriesInfo& info : list->series) names.push_back(info.series);
    const auto first = std::find(names.begin(), names.end(), word.substr(0, dots));
    const auto last = std::find(names.begin(), names.end(), word.substr(dots + 2));
    if (first == names.end() || last == names.end() || last < first) {
      return usage(fmt::format("'{}' is no range of series", word),
                   fmt::format("there are {}", fmt::join(names, ", ")));
    }
    kernels_.insert(kernels_.end(), first, last + 1);
  }
  if (args_.action == "run" && kernels_.size() < 2) {
    return usage("a search needs two kernels or more", "for example: --kernel 6.16..7.1");
  }
  const std::set<std::string> once(kernels_.begin(), kernels_.end());
  if (once.size() != kernels_.size()) {
    return usage("a kernel is named twice", "name each once, oldest first");
  }
  for (const std::string& kernel : kernels_) {
    if (kernel.find('/') == std::string::npos || args_.action == "step") continue;
    if (auto found = find_kernel(environment_, kernel); !found) return found.error();
  }
  judged_.resize(kernels_.size());
  return {};
}

}  // namespace trampcheck
