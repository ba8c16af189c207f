#include "tools/cli/context.h"

#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <time.h>

#include "harness/kernel/info.h"
#include "tools/cli/build_info.h"

namespace trampcheck {
namespace {

constexpr int64_t kTscCalibrationNs = 20'000'000;

std::string now_rfc3339() {
  const time_t now = time(nullptr);
  tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

std::string version_text() {
  return fmt::format("trampcheck {} (commit {}{})\n", kSuiteVersion, kBuildCommit,
                     kBuildDirty ? ", with local changes" : "");
}

Context suite_context(const std::vector<std::string>& argv) {
  Context context;
  context.started_at = now_rfc3339();
  context.suite_version = kSuiteVersion;
  context.suite_commit = kBuildCommit;
  context.suite_dirty = kBuildDirty;
  context.argv = argv;
  context.tools["libbpf"] = fmt::format("{}.{}", libbpf_major_version(), libbpf_minor_version());
  context.tools["compiler"] = fmt::format("g++ {}", __VERSION__);
  return context;
}

Context running_context(const Environment& environment) {
  Context context = suite_context(environment.argv);
  const auto config = find_config(environment.kernel_config);
  context.kernel = read_kernel_info(config);
  context.kernel.tsc_hz = measure_tsc_hz(kTscCalibrationNs);
  context.domain = environment.domain.empty() ? detect_domain() : environment.domain;
  context.vm = environment.vm;
  return context;
}

}  // namespace trampcheck
