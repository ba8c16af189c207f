// The floor of a batched run: set_ftrace_filter and the function tracer. ftrace patches all sites
// in one update, and there is neither BPF nor a trampoline for the single function.
#include "harness/attach/ftrace_filter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <unordered_map>
#include <vector>

#include "harness/attach/probe.h"
#include "harness/attach/test_run.h"
#include "harness/attach/trace_pipe.h"
#include "results/base/file.h"

namespace trampcheck {
namespace {

Expected<void> write_tracefs(const char* name, std::string_view text) {
  Fd fd(open(tracefs_path(name).c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, fmt::format("cannot open {}", name), "run as root");
  if (text.empty()) return {};
  return write_fd(fd.get(), text, name);
}

// A user's own tracing is left alone rather than put back afterwards.
Expected<void> check_unused() {
  auto tracer = read_file(tracefs_path("current_tracer"));
  if (!tracer) return tracer.error();
  if (*tracer != "nop\n") {
    return Error{EBUSY, "the tracer is in use: current_tracer is " + *tracer, "set it to nop"};
  }
  auto filter = read_file(tracefs_path("set_ftrace_filter"));
  if (!filter) return filter.error();
  if (!filter->empty() && filter->front() != '#') {
    return Error{EBUSY, "set_ftrace_filter is in use", "clear it"};
  }
  return {};
}

class FtraceFilterAttachment : public Attachment {
 public:
  ~FtraceFilterAttachment() override {
    if (tracing_) (void)stop_tracer();
  }

  Expected<void> load(std::span<const Target> targets, const LoopControl& control) override;
  Expected<void> attach(const LoopControl& control) override;
  Expected<void> detach(const LoopControl&) override { return stop_tracer(); }
  void unload() override { test_run_.reset(); }

  uint64_t hits(size_t index) const override;
  size_t attached() const override { return attached_; }
  const std::vector<Refusal>& refusals() const override { return refusals_; }
  std::span<const uint64_t> attach_ticks() const override { return {}; }
  std::span<const uint64_t> detach_ticks() const override { return {}; }
  int test_run_fd() const override { return test_run_.fd(); }

 private:
  Expected<void> write_filter(const LoopControl& control);
  Expected<void> stop_tracer();

  std::vector<const char*> names_;
  // Beside the targets: the line of available_filter_functions, which set_ftrace_filter takes since
  // 5.1 (f79b3f338564). A name would be compared with every function of the kernel.
  std::vector<std::string> lines_;
  std::vector<Refusal> refusals_;
  std::string recording_before_ = "1";
  mutable CallCounter calls_;
  mutable TestRun test_run_;
  size_t attached_ = 0;
  bool loaded_ = false;
  bool tracing_ = false;
};

Expected<void> FtraceFilterAttachment::load(std::span<const Target> targets, const LoopControl&) {
  if (auto unused = check_unused(); !unused) return unused;
  auto available = read_available_functions();
  if (!available) return available.error();
  std::unordered_map<std::string_view, size_t> line_of;
  for (size_t i = 0; i < available->entries.size(); ++i) {
    const FtraceEntry& entry = available->entries[i];
    if (entry.module.empty()) line_of.emplace(entry.name, i + 1);
  }
  for (const Target& target : targets) {
    names_.push_back(target.name.c_str());
    auto found = line_of.find(target.name);
    lines_.push_back(found == line_of.end() ? "" : std::to_string(found->second) + "\n");
  }
  test_run_.look_at(targets);
  auto recording = read_file(tracefs_path("tracing_on"));
  if (!recording) return recording.error();
  recording_before_ = *recording;
  // The buffer grows to its real size with the first tracer: not in the timed phase.
  if (auto grown = write_tracefs("buffer_size_kb", "1408"); !grown) return grown;
  if (auto on = write_tracefs("tracing_on", "1"); !on) return on;
  loaded_ = true;
  return {};
}

// The kernel takes one word a call, and the filter as a whole when the file is closed.
Expected<void> FtraceFilterAttachment::write_filter(const LoopControl& control) {
  Fd filter(open(tracefs_path("set_ftrace_filter").c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!filter.valid()) return errno_error(errno, "cannot open set_ftrace_filter", "run as root");
  for (size_t i = 0; i < lines_.size() && !control.stopped(); ++i) {
    const std::string& line = lines_[i];
    if (line.empty()) {
      refusals_.push_back({i, "attach", ENOENT, "not in available_filter_functions"});
    } else if (write(filter.get(), line.data(), line.size()) < 0) {
      refusals_.push_back({i, "attach", errno, ""});
    } else {
      ++attached_;
    }
  }
  return {};
}

Expected<void> FtraceFilterAttachment::attach(const LoopControl& control) {
  if (!loaded_) return {};
  tracing_ = true;
  if (auto filtered = write_filter(control); !filtered) return filtered;
  // An empty filter means every function of the kernel.
  if (attached_ == 0 || control.stopped()) return {};
  return write_tracefs("current_tracer", "function");
}

Expected<void> FtraceFilterAttachment::stop_tracer() {
  if (!tracing_) return {};
  tracing_ = false;
  if (auto stopped = write_tracefs("current_tracer", "nop"); !stopped) return stopped;
  if (auto cleared = write_tracefs("set_ftrace_filter", ""); !cleared) return cleared;
  return write_tracefs("tracing_on", recording_before_);
}

// What has come in since the last look. Recording pauses meanwhile: reading calls functions too,
// and would never end.
uint64_t FtraceFilterAttachment::hits(size_t index) const {
  if (tracing_) (void)write_tracefs("tracing_on", "0");
  const Fd pipe(open(tracefs_path("trace_pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  char text[4096];
  for (ssize_t got; (got = read(pipe.get(), text, sizeof(text))) > 0;) {
    calls_.add(std::string_view(text, static_cast<size_t>(got)));
  }
  if (tracing_) (void)write_tracefs("tracing_on", "1");
  return calls_.calls(names_[index]);
}

}  // namespace

Expected<std::unique_ptr<Attachment>> open_ftrace_filter() {
  return std::unique_ptr<Attachment>(std::make_unique<FtraceFilterAttachment>());
}

Support probe_ftrace_filter(const KernelFunctions& kernel) {
  auto tracers = read_file(tracefs_path("available_tracers"));
  if (!tracers) return {false, tracers.error().text()};
  if ((" " + *tracers).find(" function ") == std::string::npos) {
    return {false, "this kernel has no function tracer (CONFIG_FUNCTION_TRACER)"};
  }
  return probe_by_attaching(open_ftrace_filter(), kernel);
}

}  // namespace trampcheck
