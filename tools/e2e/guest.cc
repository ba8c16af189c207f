#include "tools/e2e/guest.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "results/model/json.h"
#include "results/store.h"
#include "results/testing/example.h"
#include "tools/cli/guest_main.h"
#include "tools/cli/verbs.h"

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr const char* kAfterPath = "/trampcheck/after.json";
constexpr size_t kPaddedBytes = 65536;
constexpr std::string_view kMark = "e2e: ";  // begins the output frame of a further command

GuestRun run_verb(const Job& job, const Command& argv) {
  GuestRun run;
  Environment environment;
  environment.guest = true;
  environment.argv = argv;
  environment.domain = job.domain;
  environment.vm = job.vm;
  environment.print = [&](std::string_view text) { run.out += text; };
  environment.warn = [&](std::string_view line) { run.warnings.emplace_back(line); };
  environment.progress = [](const std::string&, size_t, size_t) {};
  environment.deliver = [&](const std::string& text, bool) { run.delivered = text; };
  run.status = run_command_line(environment);
  return run;
}

GuestRun mount_at(const std::string& path, unsigned long flags, const char* data) {
  mkdir(path.c_str(), 0755);
  GuestRun run;
  run.status = mount("none", path.c_str(), "tmpfs", flags, data);
  if (run.status != 0) run.out = fmt::format("mount {}: {}", path, std::strerror(errno));
  return run;
}

GuestRun save_on(unsigned long flags, const char* data) {
  const std::string folder = "/tmp/small";
  GuestRun run = mount_at(folder, flags, data);
  if (run.status != 0) return run;
  auto saved = save_result(example_result(), folder + "/f.json");
  if (!saved) {
    run.status = static_cast<int>(saved.error().exit);
    run.warnings = {saved.error().text()};
  }
  for (const std::string& name : files_in(folder)) run.out += name + "\n";
  umount(folder.c_str());
  return run;
}

GuestRun run_one(const Job& job, const Command& argv) {
  if (argv[0] == kHide) return mount_at(argv.at(1), 0, "");
  if (argv[0] == kShow) return {.status = umount(argv.at(1).c_str())};
  if (argv[0] == kSaveOnFull) return save_on(0, "size=16k");
  if (argv[0] == kSaveOnReadOnly) return save_on(MS_RDONLY, "");
  return run_verb(job, argv);
}

json to_json(const GuestRun& run) {
  return {{"status", run.status},
          {"out", run.out},
          {"warnings", run.warnings},
          {"delivered", run.delivered}};
}

// An icount guest's figures depend on where its pages lie: what a guest does after its first
// command must not move anything that the first command sees.
std::string padded(std::string text) {
  text.resize((text.size() + kPaddedBytes - 1) / kPaddedBytes * kPaddedBytes, '\n');
  return text;
}

GuestRun guest_run_from(std::string_view text) {
  json value = json::parse(text);
  return {value["status"], value["out"], value["warnings"], value["delivered"]};
}

VmOptions to_vm_options(const GuestOptions& options, const Kernel& kernel) {
  VmOptions vm;
  vm.kernel_image = kernel.image_path;
  vm.accel = options.accel;
  vm.cpus = options.cpus;
  for (const GuestFile& file : options.files) {
    vm.extra_files.push_back({file.path, padded(file.content)});
  }
  vm.extra_files.push_back({kAfterPath, padded(json(options.after).dump())});
  vm.deadline_s = 900;
  vm.job.argv = options.command;
  vm.job.vm.kernel_image = options.series;
  vm.job.vm.kernel_package = kernel.package;
  if (kernel.config_path) {
    vm.job.kernel_config_path = kGuestKernelConfigPath;
    vm.extra_files.push_back({kGuestKernelConfigPath, *read_file(*kernel.config_path)});
  }
  return vm;
}

}  // namespace

std::optional<RunResult> GuestRun::result() const {
  auto parsed = parse_result(delivered, "a guest's result");
  if (parsed) return *std::move(parsed);
  ADD_FAILURE() << parsed.error().text() << " " << fmt::format("{}", fmt::join(warnings, "; "));
  return std::nullopt;
}

int e2e_guest_main(const Job& job, GuestChannel& channel) {
  int status = job.argv.empty() ? 0 : run_guest_job(job, channel);
  auto after = read_file(kAfterPath);
  if (!after) return status;
  for (const json& argv : json::parse(*after)) {
    channel.output(fmt::format("{}{}", kMark, to_json(run_one(job, argv)).dump()));
  }
  return status;
}

Guest boot_guest(const GuestOptions& options) {
  Guest guest;
  auto kernel = cached_kernel(options.series);
  if (!kernel) {
    guest.problem = "no kernel " + options.series;
    return guest;
  }
  VmEvents events;
  events.on_output = [&](const std::string& text) {
    if (text.starts_with(kMark)) guest.after.push_back(guest_run_from(text.substr(kMark.size())));
  };
  guest.outcome = run_vm(to_vm_options(options, *kernel), events);
  const VmOutcome& outcome = guest.outcome;
  fmt::print("{} {}: {} in {:.1f} s, booted in {:.1f} s\n", options.series,
             to_string(options.accel), to_string(outcome.status),
             static_cast<double>(outcome.vm.host_wall_ms.value_or(0)) / 1000,
             static_cast<double>(outcome.boot_ms.value_or(0)) / 1000);
  if (!outcome.finished()) {
    guest.problem =
        fmt::format("{}\n{}\n{}", outcome.error().text(), fmt::join(outcome.console_tail, "\n"),
                    fmt::join(outcome.log, "\n"));
  }
  if (outcome.result) {
    auto parsed = parse_result(*outcome.result, "the guest's result");
    if (parsed) {
      guest.result = *std::move(parsed);
    } else {
      guest.problem += parsed.error().text();
    }
  } else if (!options.command.empty()) {
    guest.problem += fmt::format("no result: {}", fmt::join(outcome.log, "\n"));
  }
  if (guest.after.size() != options.after.size()) guest.problem += "commands are missing";
  return guest;
}

const ResultRow& row_of(const RunResult& result, const std::string& id) {
  static const ResultRow kNone;
  for (const ResultRow& row : result.results) {
    if (row.id == id) return row;
  }
  ADD_FAILURE() << "no row " << id;
  return kNone;
}

std::vector<int64_t> samples_of(const RunResult& result, const std::string& id,
                                const std::string& metric) {
  const ResultRow& row = row_of(result, id);
  auto found = row.metrics.find(metric);
  return found == row.metrics.end() ? std::vector<int64_t>() : found->second.samples;
}

}  // namespace trampcheck
