#include "tools/bench/guest_bench.h"

#include <bpf/bpf.h>
#include <fmt/format.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "bpf/count_fentry.skel.h"
#include "bpf/count_slot.skel.h"
#include "harness/attach/mechanism.h"
#include "harness/attach/program.h"
#include "harness/measure/tsc.h"
#include "results/base/file.h"

namespace trampcheck {
namespace {

constexpr int kRounds = 5;

struct Ticks {
  std::vector<double> attach;
  std::vector<double> detach;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Programs loaded as the suite loads them; links made and closed by nothing but system calls.
Expected<void> bare_round(std::span<const Target> targets, Ticks& ticks) {
  count_fentry* skeleton = count_fentry::open();
  if (skeleton == nullptr) return errno_error(errno, "cannot open the embedded BPF object");
  auto program = CountingProgram::take(bpf_object__next_program(skeleton->obj, nullptr));
  count_fentry::destroy(skeleton);
  if (!program) return program.error();
  auto counters = Counters::create(targets.size());
  if (!counters) return counters.error();
  std::vector<int> programs(targets.size());
  std::vector<int> links(targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    program->aim(counters->fd(), i);
    programs[i] =
        program->load(BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, {targets[i].btf_id}, nullptr);
  }
  bpf_attr attr{};
  const uint64_t begin = read_tsc();
  for (size_t i = 0; i < programs.size(); ++i) {
    attr.raw_tracepoint.prog_fd = static_cast<uint32_t>(programs[i]);
    links[i] = static_cast<int>(
        syscall(SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &attr, sizeof(attr.raw_tracepoint)));
  }
  const uint64_t attached = read_tsc();
  for (int link : links) close(link);
  const uint64_t detached = read_tsc();
  for (int fd : programs) close(fd);
  ticks.attach.push_back(static_cast<double>(attached - begin));
  ticks.detach.push_back(static_cast<double>(detached - attached));
  if (std::any_of(links.begin(), links.end(), [](int fd) { return fd < 0; })) {
    return Error{0, "the bare loop could not attach everything"};
  }
  return {};
}

// One kprobe_multi link over all targets, its lists made beforehand: the two system calls alone.
Expected<void> bare_multi_round(std::span<const Target> targets, Ticks& ticks) {
  count_slot* skeleton = count_slot::open();
  if (skeleton == nullptr) return errno_error(errno, "cannot open the embedded BPF object");
  auto program = CountingProgram::take(bpf_object__next_program(skeleton->obj, nullptr));
  count_slot::destroy(skeleton);
  if (!program) return program.error();
  auto counters = Counters::create(targets.size(), Counters::Shape::kElements);
  if (!counters) return counters.error();
  program->give(counters->fd());
  const Fd loaded(program->load(BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, {}, nullptr));
  std::vector<Target> ordered(targets.begin(), targets.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Target& a, const Target& b) { return a.btf_id < b.btf_id; });
  std::vector<uint64_t> addresses;
  std::vector<uint64_t> cookies;
  for (const Target& target : ordered) {
    cookies.push_back(addresses.size());
    addresses.push_back(target.address);
  }
  bpf_attr attr{};
  attr.link_create.prog_fd = static_cast<uint32_t>(loaded.get());
  attr.link_create.attach_type = BPF_TRACE_KPROBE_MULTI;
  attr.link_create.kprobe_multi.cnt = static_cast<uint32_t>(addresses.size());
  attr.link_create.kprobe_multi.addrs = reinterpret_cast<uintptr_t>(addresses.data());
  attr.link_create.kprobe_multi.cookies = reinterpret_cast<uintptr_t>(cookies.data());
  const uint64_t begin = read_tsc();
  const int link = static_cast<int>(syscall(SYS_bpf, BPF_LINK_CREATE, &attr, sizeof(attr)));
  const int code = errno;
  const uint64_t attached = read_tsc();
  if (link < 0) return errno_error(code, "the bare link was refused");
  close(link);
  const uint64_t detached = read_tsc();
  ticks.attach.push_back(static_cast<double>(attached - begin));
  ticks.detach.push_back(static_cast<double>(detached - attached));
  return {};
}

Expected<void> suite_round(const char* mechanism, std::span<const Target> targets,
                           GuestChannel& channel, Ticks& ticks) {
  auto opened = find_mechanism(mechanism)->open();
  if (!opened) return opened.error();
  Attachment& attachment = **opened;
  const std::atomic<bool> stop = false;
  LoopControl control;
  control.stop = &stop;
  control.progress = [&](size_t done, size_t of) {
    channel.progress(fmt::format("attach\t{}\t{}", done, of));
  };
  if (auto loaded = attachment.load(targets, control); !loaded) return loaded;
  const uint64_t begin = read_tsc();
  auto attached = attachment.attach(control);
  const uint64_t middle = read_tsc();
  auto detached = attachment.detach(control);
  const uint64_t end = read_tsc();
  if (!attached) return attached;
  if (!detached) return detached;
  ticks.attach.push_back(static_cast<double>(middle - begin));
  ticks.detach.push_back(static_cast<double>(end - middle));
  return {};
}

using BareRound = Expected<void> (*)(std::span<const Target>, Ticks&);

// What our loop adds to the bare system calls.
Expected<void> bench_attach(const char* mechanism, const Selection& selection, BareRound bare_round,
                            GuestChannel& channel) {
  auto kernel = read_kernel_functions();
  if (!kernel) return kernel.error();
  if (Support support = find_mechanism(mechanism)->probe(*kernel); !support.supported) {
    channel.output(fmt::format("{:<14} not measured: {}\n", mechanism, support.reason));
    return {};
  }
  auto choice = choose(*kernel, selection);
  if (!choice) return choice.error();
  Ticks bare;
  Ticks suite;
  // One round of each to warm up, then in turn.
  for (int round = -1; round < kRounds; ++round) {
    if (round == 0) bare = suite = Ticks();
    if (auto done = bare_round(choice->chosen, bare); !done) return done;
    if (auto done = suite_round(mechanism, choice->chosen, channel, suite); !done) return done;
  }
  channel.output(fmt::format(
      "{:<14} attach {:.4f}, detach {:.4f} of the same bare system calls ({} functions, {} "
      "rounds)\n",
      mechanism, median(suite.attach) / median(bare.attach),
      median(suite.detach) / median(bare.detach), choice->chosen.size(), kRounds));
  return {};
}

Expected<void> bench_discover(GuestChannel& channel) {
  std::vector<double> reading;
  std::vector<double> choosing;
  size_t functions = 0;
  for (int round = -1; round < kRounds; ++round) {
    const uint64_t begin = read_tsc();
    for (const std::string& path :
         {tracefs_path("available_filter_functions"), std::string("/proc/kallsyms"),
          std::string("/sys/kernel/btf/vmlinux")}) {
      if (auto bytes = read_file(path); !bytes) return bytes.error();
    }
    const uint64_t read = read_tsc();
    auto kernel = read_kernel_functions();
    if (!kernel) return kernel.error();
    auto choice = choose(*kernel, {});
    if (!choice) return choice.error();
    const uint64_t chosen = read_tsc();
    functions = kernel->available.entries.size();
    if (round < 0) continue;
    reading.push_back(static_cast<double>(read - begin));
    choosing.push_back(static_cast<double>(chosen - read));
  }
  channel.output(fmt::format(
      "discovery      {:.3f} of only reading the three lists ({} functions, all of them judged)\n",
      median(choosing) / median(reading), functions));
  return {};
}

}  // namespace

int run_bench_job(const Job& job, GuestChannel& channel) {
  const std::string& bench = job.argv.at(0);
  Selection some;
  some.include = {"__x64_sys_s*"};
  auto done = bench == "fentry" ? bench_attach("fentry", some, bare_round, channel)
              : bench == "kprobe_multi"
                  ? bench_attach("kprobe_multi", {}, bare_multi_round, channel)
                  : bench_discover(channel);
  if (done) return 0;
  channel.log(done.error().text());
  return static_cast<int>(Exit::kEnvironment);
}

}  // namespace trampcheck
