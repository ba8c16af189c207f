#include "tools/cli/selftest.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "harness/measure/burn.h"
#include "harness/measure/burn_options.h"
#include "results/base/file.h"
#include "results/compare/views.h"
#include "results/export/noise.h"
#include "results/index/index.h"
#include "results/noise/noise.h"
#include "results/noise/plant.h"
#include "tools/cli/boot.h"

namespace trampcheck {
namespace {

// What finds 20 % on two cores, nine times in ten (results/published/noise).
constexpr int64_t kBootsToCompare = 30;
constexpr int kBootsInIcount = 10;

struct Plan {
  VmArgs vm;
  NoiseOptions noise;
  int boots = 0;  // a side
};

Error usage(std::string what, std::string remedy) {
  return Error{0, std::move(what), std::move(remedy), Exit::kUsage};
}

// The first of `--mechanism M,...` in a command for the guest.
std::string first_mechanism(const std::vector<std::string>& command) {
  for (size_t i = 0; i + 1 < command.size(); ++i) {
    if (command[i] == "--mechanism") return command[i + 1].substr(0, command[i + 1].find(','));
  }
  return "fentry";
}

Expected<Plan> plan_of(const SelftestArgs& args) {
  Plan plan{args.vm, {}, 0};
  const bool repeats = args.vm.accel == "icount";
  plan.noise.boots = args.per_comparison > 0 ? args.per_comparison : repeats ? 1 : kBootsToCompare;
  plan.noise.resamples = args.resamples;
  plan.noise.seed = args.seed;
  plan.boots = args.vm.boots > 0 ? args.vm.boots
               : repeats         ? std::max(kBootsInIcount, static_cast<int>(2 * plan.noise.boots))
                                 : static_cast<int>(2 * plan.noise.boots);
  if (plan.vm.command.empty()) {
    plan.vm.command = {"run",     "attach", "--mechanism", "fentry", "--functions", "__x64_sys_s*",
                       "--limit", "20",     "--rounds",    "2",      "--skip-exit"};
  }
  plan.noise.metric = args.metric;
  if (plan.noise.metric.empty()) {
    const std::string mechanism = first_mechanism(plan.vm.command);
    plan.noise.metric = fmt::format("attach.{}.attach.cpu_ns", mechanism);
  }
  if (args.vm.kernels.size() != 1) {
    return usage("a selftest is of one kernel", "name one with --kernel");
  }
  if (plan.boots < 2 * plan.noise.boots) {
    return usage(fmt::format("--boots {} are too few for comparisons of {} and their confirmation",
                             plan.boots, plan.noise.boots),
                 fmt::format("make {} or more", 2 * plan.noise.boots));
  }
  if (args.planted_percent > 0 && !repeats) {
    return usage("--planted takes icount, where an instruction is a nanosecond",
                 "elsewhere slowdowns are planted into the figures of real boots, without asking");
  }
  if (args.planted_percent > 0 && !args.judge_only && burn_in_tests() == nullptr) {
    return usage("this build cannot make its guests slower",
                 "build the one that can: bazel build //tools/selftest:trampcheck_planted");
  }
  return plan;
}

// Boots and measures into `folder`, or goes on with what is there.
int make_boots(const Environment& environment, const VmArgs& vm, int boots,
               const std::string& folder, const std::string& append) {
  VmArgs args = vm;
  args.boots = boots;
  args.output = folder;
  args.append += (args.append.empty() || append.empty() ? "" : " ") + append;
  std::error_code code;
  args.resume = vm.resume && std::filesystem::exists(folder + "/" + kIndexFile, code);
  Environment quiet = environment;
  quiet.print = [](std::string_view) {};
  return verb_vm(quiet, args);
}

using Boots = std::vector<LoadedResult>;

Error not_of_a_selftest(const std::string& folder, const std::string& why) {
  return Error{0, fmt::format("{}: {}", folder, why),
               "give with -o a folder that `selftest noise` made of this kernel",
               Exit::kNotComparable};
}

// All of one kernel, each with a number of its own. What is no result is warned of.
Expected<Boots> load_boots(const Environment& environment, const std::string& folder,
                           const std::string& kernel) {
  std::error_code code;
  if (!std::filesystem::is_directory(folder, code)) {
    return not_of_a_selftest(folder, "there are no boots");
  }
  auto loaded =
      load_results({folder}, [](RunResult& result) { reduce_for_comparison(result, false); });
  if (!loaded) return not_of_a_selftest(folder, loaded.error().what);
  for (const std::string& warning : loaded->warnings) environment.warn(warning);
  std::map<int64_t, std::string> numbers;
  const std::string& release = loaded->results.front().result.context.kernel.release;
  for (const LoadedResult& boot : loaded->results) {
    const Context& context = boot.result.context;
    if (!context.vm || context.vm->kernel_image != file_stem(kernel)) {
      return not_of_a_selftest(boot.path, fmt::format("it is not of {}", kernel));
    }
    if (context.kernel.release != release) {
      return not_of_a_selftest(
          boot.path, fmt::format("it is of {}, others are of {}", context.kernel.release, release));
    }
    const auto [first, is_new] = numbers.emplace(context.vm->boot, boot.path);
    if (!is_new) {
      return not_of_a_selftest(
          boot.path, fmt::format("it is boot {} as {} is", context.vm->boot + 1, first->second));
    }
  }
  return std::move(loaded->results);
}

// Those that were made in turns: one for this side, the next for that. A boot whose neighbour is
// missing is warned of and left out.
std::pair<Boots, Boots> divide(const Environment& environment, Boots boots) {
  std::map<int64_t, LoadedResult> by_number;
  for (LoadedResult& boot : boots) {
    const int64_t number = boot.result.context.vm->boot;
    by_number.emplace(number, std::move(boot));
  }
  std::pair<Boots, Boots> sides;
  for (auto& [number, boot] : by_number) {
    const auto neighbour = by_number.find(number % 2 == 0 ? number + 1 : number - 1);
    if (neighbour == by_number.end()) {
      environment.warn(fmt::format("left out {}: the boot made beside it is missing", boot.path));
    }
  }
  for (auto& [number, boot] : by_number) {
    const auto neighbour = by_number.find(number + 1);
    if (number % 2 != 0 || neighbour == by_number.end()) continue;
    sides.first.push_back(std::move(boot));
    sides.second.push_back(std::move(neighbour->second));
  }
  return sides;
}

// How many instructions a boot burned, by its kernel command line; 0 where it says nothing.
int64_t burned_instructions(const LoadedResult& boot) {
  const auto& vm = boot.result.context.vm;
  return vm ? static_cast<int64_t>(read_burn_options(vm->append).instructions) : 0;
}

// Boots the planted side into `folder`. Errors: not every boot of `base` has the metric; a boot
// failed.
Expected<void> make_planted(const Environment& environment, const Plan& plan, double typical,
                            double percent, const std::string& folder) {
  const std::string row = split_metric(plan.noise.metric).row;
  const std::string append = fmt::format("{}{}:{}", kBurnParameter, row.substr(row.rfind('.') + 1),
                                         std::llround(typical * percent / 100));
  const int status = make_boots(environment, plan.vm, plan.boots, folder, append);
  if (status == 0) return {};
  return Error{0, "the planted boots did not all succeed", "see above; go on with --resume",
               static_cast<Exit>(status)};
}

// Slower boots, compared with those of the first side. Errors as judge_planted().
Expected<PlantedRate> plant_boots(const Environment& environment, const Plan& plan,
                                  const Boots& base, const SelftestArgs& args) {
  const auto typical = typical_value(base, plan.noise.metric);
  if (!typical) {
    return Error{0, fmt::format("not every boot has {}", plan.noise.metric),
                 "name another --metric", Exit::kNotComparable};
  }
  const std::string folder = plan.vm.output + "/planted";
  if (!args.judge_only) {
    auto made = make_planted(environment, plan, *typical, args.planted_percent, folder);
    if (!made) return made.error();
  }
  auto planted = load_boots(environment, folder, plan.vm.kernels.front());
  if (!planted) return planted.error();
  auto rate = judge_planted(base, *planted, plan.noise);
  if (!rate) return rate.error();
  rate->instructions = burned_instructions(planted->front());
  rate->slowdown = static_cast<double>(rate->instructions) / *typical;
  return rate;
}

bool is_sound(const Noise& noise) {
  if (noise.real.confirmed > 0) return false;
  return !noise.planted || noise.planted->found == noise.planted->comparisons;
}

}  // namespace

int verb_selftest(const Environment& environment, const SelftestArgs& args) {
  auto plan = plan_of(args);
  if (!plan) return fail(environment, plan.error());
  const std::string& folder = plan->vm.output;
  if (!args.judge_only) {
    const int status = make_boots(environment, plan->vm, 2 * plan->boots, folder + "/boots", "");
    if (status != 0) return status;
  }
  auto boots = load_boots(environment, folder + "/boots", plan->vm.kernels.front());
  if (!boots) return fail(environment, boots.error());
  const auto [base, next] = divide(environment, std::move(*boots));
  environment.progress("comparing", 0, 0);
  auto noise = measure_noise(base, next, plan->noise);
  if (!noise) return fail(environment, noise.error());
  if (args.planted_percent > 0) {
    auto planted = plant_boots(environment, *plan, base, args);
    if (!planted) return fail(environment, planted.error());
    noise->planted = *planted;
  }
  const std::string file = folder + "/noise.json";
  environment.print(noise_text(*noise));
  if (auto written = write_file_atomically(file, noise_json(*noise)); !written) {
    return fail(environment, written.error());
  }
  environment.print(fmt::format("\nresult: {}\n", file));
  return static_cast<int>(is_sound(*noise) ? Exit::kFine : Exit::kFailed);
}

}  // namespace trampcheck
