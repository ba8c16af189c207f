#include "harness/attach/multi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "harness/attach/search.h"

namespace trampcheck {
namespace {

// Fifteen culprits among 40,000 functions, at up to 2 log2 tries each. Every try is a link made and
// closed again, which up to 6.19 waits for grace periods of some 0.2 s.
constexpr size_t kMaxTries = 512;

// No function is to blame for these.
bool is_hopeless(int error_number) {
  return error_number == EPERM || error_number == EMFILE || error_number == ENOMEM ||
         error_number == ENODEV;
}

Error hopeless(int error_number, const char* what) {
  return errno_error(error_number, what,
                     error_number == EPERM    ? "run as root (CAP_BPF and CAP_PERFMON)"
                     : error_number == EMFILE ? "raise the limit of open files (ulimit -n)"
                     : error_number == ENODEV ? "ftrace is dead; see the kernel log, and reboot"
                                              : "");
}

}  // namespace

void MultiAttachment::choose_members(std::span<const Target> targets) {
  std::vector<bool> known(targets.size());
  for (const Refusal& refusal : refusals_) known[refusal.index] = true;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!known[i]) cookies_.push_back(i);
  }
  std::stable_sort(cookies_.begin(), cookies_.end(),
                   [&](uint64_t a, uint64_t b) { return targets[a].btf_id < targets[b].btf_id; });
  for (uint64_t index : cookies_) {
    btf_ids_.push_back(targets[index].btf_id);
    addresses_.push_back(targets[index].address);
    names_.push_back(targets[index].name.c_str());
  }
}

Expected<void> MultiAttachment::load(std::span<const Target> targets, const LoopControl&) {
  auto counters = Counters::create(targets.size(), Counters::Shape::kElements);
  if (!counters) return counters.error();
  counters_ = std::move(*counters);
  choose_members(targets);
  test_run_.look_at(targets);
  program_.give(counters_->fd());
  program_.rename(kind_.program_name);
  std::string log;
  const int fd =
      program_.load(kind_.program_type, static_cast<bpf_attach_type>(kind_.attach_type), {}, &log);
  if (fd < 0) {
    const std::string complaint = verifier_complaint(log);
    return hopeless(
        -fd, fmt::format("cannot load the program{}{}", complaint.empty() ? "" : ": ", complaint)
                 .c_str());
  }
  loaded_ = Fd(fd);
  return {};
}

Members MultiAttachment::members(size_t first, size_t count) const {
  return {std::span(btf_ids_).subspan(first, count), std::span(addresses_).subspan(first, count),
          std::span(names_).subspan(first, count), std::span(cookies_).subspan(first, count)};
}

int MultiAttachment::make_link(size_t first, size_t count) const {
  return kind_.make_link(loaded_.get(), kind_.attach_type, members(first, count));
}

void MultiAttachment::refuse(size_t member, int error_number, std::string message) {
  refusals_.push_back({cookies_[member], "attach", error_number, std::move(message)});
}

// One call: this is what is measured.
Expected<void> MultiAttachment::attach(const LoopControl& control) {
  if (!loaded_.valid() || cookies_.empty()) return {};
  const int fd = make_link(0, cookies_.size());
  if (fd < 0) return attach_the_rest(-fd, control);
  link_ = Fd(fd);
  attached_ = cookies_.size();
  return {};
}

// Finds the functions for which the link was refused, drops them and links the others.
Expected<void> MultiAttachment::attach_the_rest(int error_number, const LoopControl& control) {
  if (is_hopeless(error_number)) return hopeless(error_number, "cannot make the link");
  searched_ = true;
  const Search search = find_refused(cookies_.size(), error_number, kMaxTries,
                                     [&](size_t first, size_t count) -> std::optional<int> {
                                       if (control.stopped()) return std::nullopt;
                                       const Fd trial(make_link(first, count));
                                       return trial.valid() ? 0 : -trial.get();
                                     });
  std::vector<bool> out(cookies_.size());
  for (const Blamed& blamed : search.blamed) {
    out[blamed.index] = true;
    refuse(
        blamed.index, blamed.error_number,
        blamed.together == 1
            ? ""
            : fmt::format("one of {} that were refused together; the search ended after {} tries",
                          blamed.together, search.tries));
  }
  auto drop = [&](auto& list) {
    size_t kept = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      if (!out[i]) list[kept++] = list[i];
    }
    list.resize(kept);
  };
  drop(btf_ids_);
  drop(addresses_);
  drop(names_);
  drop(cookies_);
  if (cookies_.empty() || control.stopped()) return {};
  const int fd = make_link(0, cookies_.size());
  if (fd >= 0) {
    link_ = Fd(fd);
    attached_ = cookies_.size();
    return {};
  }
  for (size_t i = 0; i < cookies_.size(); ++i) {
    refuse(i, -fd, fmt::format("one of {} that are taken apart but not together", cookies_.size()));
  }
  return {};
}

Expected<void> MultiAttachment::detach(const LoopControl&) {
  link_.reset();
  return {};
}

void MultiAttachment::unload() {
  loaded_.reset();
  test_run_.reset();
}

}  // namespace trampcheck
