#include "tools/cli/matrix.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "results/base/file.h"
#include "results/base/sha256.h"
#include "results/export/document.h"
#include "results/export/headline.h"
#include "results/export/layout.h"
#include "results/export/units.h"
#include "results/index/index.h"
#include "results/store.h"
#include "tools/cli/context.h"
#include "tools/vm/qemu.h"

namespace trampcheck {
namespace {

constexpr int64_t kQemuItselfMib = 256;
constexpr double kNsPerMs = 1e6;

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

// MemAvailable; where it is not known, room for one guest.
int64_t available_memory_mib() {
  auto text = read_file("/proc/meminfo");
  if (!text) return 0;
  std::istringstream lines(*text);
  for (std::string word; lines >> word;) {
    if (word != "MemAvailable:") continue;
    int64_t kib = 0;
    lines >> kib;
    return kib / 1024;
  }
  return 0;
}

Index make_index(const Environment& environment, const VmArgs& args, const GuestCommand& command) {
  const Context suite = suite_context(environment.argv);
  Index index;
  index.started_at = suite.started_at;
  index.suite_version = suite.suite_version;
  index.suite_commit = suite.suite_commit;
  index.argv = environment.argv;
  std::string files;
  for (const auto& [path, content] : command.files) files += sha256_hex(content);
  index.setup = {{"accel", args.accel},
                 {"append", args.append},
                 {"boots", std::to_string(args.boots)},
                 {"command", fmt::format("{}", fmt::join(command.argv, " "))},
                 {"cpus", std::to_string(args.cpus)},
                 {"files", files},
                 {"memory", std::to_string(args.memory_mib)},
                 {"suite", fmt::format("{} {}{}", suite.suite_version, suite.suite_commit,
                                       suite.suite_dirty ? " with changes" : "")}};
  return index;
}

// A run to its end, whatever it found; one that a guest or the harness broke is done again.
bool is_done(const IndexEntry& entry) {
  const auto status = status_from_string(entry.status);
  return !entry.file.empty() && status &&
         (*status == Status::kPass || *status == Status::kFail || *status == Status::kDone ||
          *status == Status::kSkip);
}

class Guests {
 public:
  Guests(const Environment& environment, const VmArgs& args, const GuestCommand& command,
         const std::vector<Boot>& boots)
      : environment_(environment),
        args_(args),
        command_(command),
        boots_(boots),
        index_(make_index(environment, args, command)),
        kernels_(boots.size()) {
    for (const Boot& boot : boots) {
      IndexEntry entry;
      entry.kernel = boot.kernel;
      entry.boot = boot.number;
      entry.status = to_string(Status::kMiss);
      entry.reason = "not run yet";
      index_.entries.push_back(std::move(entry));
    }
  }

  // Takes over what the index of an interrupted run has. Errors (kUsage): no index, or of another
  // matrix.
  Expected<void> resume();
  int run();

 private:
  bool keeps_files() const { return command_.makes_result && !args_.output.empty(); }
  std::string index_path() const { return fmt::format("{}/{}", args_.output, kIndexFile); }
  void find_kernels();
  void work();
  void boot(size_t which);
  void record(size_t which, const BootEnd& end);
  void save_index();
  Environment voice_of(size_t which, std::string& printed);
  void show(const std::string& kernel, const std::string& what, size_t done, size_t of);
  std::string headline() const;
  void print_summary();
  int status() const;

  const Environment& environment_;
  const VmArgs& args_;
  const GuestCommand& command_;
  const std::vector<Boot>& boots_;
  std::mutex mutex_;  // over all that follows, and over the environment
  Index index_;
  std::vector<std::optional<Kernel>> kernels_;  // beside boots_; nothing where it is not to be run
  std::map<std::string, std::string> running_;  // kernel -> what it does
  size_t next_ = 0;
  bool index_lost_ = false;
};

Expected<void> Guests::resume() {
  auto text = read_file(index_path());
  if (!text) {
    Error error = text.error();
    error.remedy = "leave --resume out to begin";
    error.exit = Exit::kUsage;
    return error;
  }
  auto recorded = parse_index(*text, index_path());
  if (!recorded) return recorded.error();
  if (std::string other = describe_other_setup(*recorded, index_); !other.empty()) {
    return Error{0, fmt::format("{} is of another run: {}", index_path(), other),
                 "use the same command, or leave --resume out", Exit::kUsage};
  }
  for (size_t i = 0; i < boots_.size(); ++i) {
    for (const IndexEntry& entry : recorded->entries) {
      if (entry.kernel != boots_[i].kernel || entry.boot != boots_[i].number) continue;
      // The file is what counts: it may have been lost since.
      if (!is_done(entry) || !load_result(boots_[i].output)) continue;
      index_.entries[i] = entry;
    }
  }
  index_.started_at = recorded->started_at;
  return {};
}

void Guests::find_kernels() {
  std::map<std::string, Expected<Kernel>> found;
  for (size_t i = 0; i < boots_.size() && !*environment_.interrupted; ++i) {
    if (is_done(index_.entries[i])) continue;
    const std::string& name = boots_[i].kernel;
    auto at = found.find(name);
    if (at == found.end()) {
      at = found.emplace(name, find_kernel(environment_, name)).first;
      if (!at->second) (void)fail(environment_, at->second.error());
    }
    if (at->second) {
      kernels_[i] = *at->second;
      continue;
    }
    BootEnd end;
    end.status = static_cast<int>(at->second.error().exit);
    end.word = Status::kError;
    end.reason = at->second.error().what;
    record(i, end);
  }
}

void Guests::show(const std::string& kernel, const std::string& what, size_t done, size_t of) {
  std::string text = what;
  if (of > 0) text += fmt::format(" {} %", 100 * std::min(done, of) / of);
  std::lock_guard lock(mutex_);
  running_[kernel] = text;
  size_t ended = 0;
  for (const IndexEntry& entry : index_.entries) ended += entry.exit ? 1 : 0;
  std::string line = fmt::format("{} of {} done", ended, boots_.size());
  for (const auto& [name, doing] : running_) line += fmt::format(" | {}", doing);
  environment_.progress(line, 0, 0);
}

// What a guest prints is held back until it has ended, so that guests do not mix.
Environment Guests::voice_of(size_t which, std::string& printed) {
  Environment voice = environment_;
  voice.print = [&printed](std::string_view text) { printed += text; };
  voice.warn = [this](std::string_view line) {
    std::lock_guard lock(mutex_);
    environment_.warn(line);
  };
  voice.progress = [this, which](const std::string& what, size_t done, size_t of) {
    show(boots_[which].kernel, what, done, of);
  };
  return voice;
}

void Guests::record(size_t which, const BootEnd& end) {
  IndexEntry& entry = index_.entries[which];
  entry.status = to_string(end.word);
  entry.reason = end.reason;
  entry.exit = end.status;
  entry.release = end.release;
  entry.package = end.package;
  entry.host_wall_ms = end.host_wall_ms;
  entry.file =
      end.saved ? std::filesystem::path(boots_[which].output).filename().string() : std::string();
  save_index();
}

void Guests::save_index() {
  if (!keeps_files() || index_lost_) return;
  auto written = write_file_atomically(index_path(), serialise_index(index_));
  if (written) return;
  index_lost_ = true;
  environment_.warn(written.error().text());
}

void Guests::boot(size_t which) {
  std::string printed;
  const Environment voice = voice_of(which, printed);
  const BootEnd end = run_boot(voice, args_, command_, boots_[which], *kernels_[which]);
  std::lock_guard lock(mutex_);
  running_.erase(boots_[which].kernel);
  record(which, end);
  environment_.print(printed);
}

void Guests::work() {
  for (;;) {
    size_t which = 0;
    {
      std::lock_guard lock(mutex_);
      while (next_ < boots_.size() && !kernels_[next_]) ++next_;
      if (next_ == boots_.size() || *environment_.interrupted) return;
      which = next_++;
    }
    boot(which);
  }
}

// What all results together say; empty where they hold no plain attach.
std::string Guests::headline() const {
  std::vector<LoadedResult> results;
  for (size_t i = 0; i < boots_.size(); ++i) {
    if (index_.entries[i].file.empty()) continue;
    auto result = load_result(boots_[i].output);
    if (result) results.push_back({boots_[i].output, std::move(*result)});
  }
  const auto matrix = make_matrix(results);
  return matrix.mechanisms.empty() ? "" : "\n" + document_text(trampcheck::headline(matrix));
}

void Guests::print_summary() {
  std::vector<std::vector<std::string>> rows = {{"kernel", "release", "status", "host time"}};
  for (const IndexEntry& entry : index_.entries) {
    const std::string boot = args_.boots > 1 ? fmt::format(" boot {}", entry.boot + 1) : "";
    rows.push_back(
        {plain(entry.kernel + boot), plain(entry.release), entry.status,
         entry.host_wall_ms ? human_ns(static_cast<double>(*entry.host_wall_ms) * kNsPerMs) : "-"});
  }
  std::string text = headline();
  text += '\n';
  put_table(text, rows);
  for (const IndexEntry& entry : index_.entries) {
    if (!entry.reason.empty()) put_paragraph(text, plain(entry.kernel).substr(0, 10), entry.reason);
  }
  text += fmt::format("index: {}\n", index_path());
  environment_.print(text);
}

int Guests::status() const {
  if (*environment_.interrupted) return static_cast<int>(Exit::kInterrupted);
  const int guests = status_of(index_.entries);
  return guests == 0 && index_lost_ ? static_cast<int>(Exit::kEnvironment) : guests;
}

int Guests::run() {
  save_index();
  find_kernels();
  catch_interrupts();
  const int at_a_time = guests_at_a_time(args_, usable_cpus(), available_memory_mib());
  std::vector<std::thread> workers;
  const size_t wanted = std::min<size_t>(static_cast<size_t>(at_a_time), boots_.size());
  for (size_t i = 0; i < wanted; ++i) workers.emplace_back([this] { work(); });
  for (std::thread& worker : workers) worker.join();
  if (keeps_files()) print_summary();
  return status();
}

}  // namespace

int guests_at_a_time(const VmArgs& args, int host_cpus, int64_t host_memory_mib) {
  if (args.jobs > 0) return args.jobs;
  const bool counts_instructions = args.accel == to_string(Accel::kIcount);
  const int by_cpus = counts_instructions ? host_cpus : (host_cpus - 1) / std::max(1, args.cpus);
  const int64_t by_memory = host_memory_mib / (args.memory_mib + kQemuItselfMib);
  return static_cast<int>(std::clamp<int64_t>(by_memory, 1, std::max(1, by_cpus)));
}

int status_of(const std::vector<IndexEntry>& entries) {
  int first = 0;
  for (const IndexEntry& entry : entries) {
    const int status = entry.exit.value_or(0);
    if (status == static_cast<int>(Exit::kFailed)) return status;
    if (first == 0) first = status;
  }
  return first;
}

int run_matrix(const Environment& environment, const VmArgs& args, const GuestCommand& command,
               const std::vector<Boot>& boots) {
  Guests guests(environment, args, command, boots);
  if (args.resume) {
    if (auto resumed = guests.resume(); !resumed) return fail(environment, resumed.error());
  }
  return guests.run();
}

}  // namespace trampcheck
