#include "harness/attach/program.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace trampcheck {
namespace {

constexpr size_t kLogBytes = 16384;

bool loads_double_word(const bpf_insn& instruction) {
  return instruction.code == (BPF_LD | BPF_IMM | BPF_DW);
}

}  // namespace

Expected<CountingProgram> CountingProgram::take(const bpf_program* program) {
  CountingProgram counting;
  const bpf_insn* first = bpf_program__insns(program);
  counting.instructions_.assign(first, first + bpf_program__insn_cnt(program));
  counting.name_ = fmt::format("tc_{}", bpf_program__name(program) + sizeof("count_") - 1);
  size_t references = 0;
  for (size_t i = 0; i + 1 < counting.instructions_.size(); ++i) {
    if (!loads_double_word(counting.instructions_[i])) continue;
    counting.map_reference_ = i++;
    ++references;
  }
  if (references == 1) return counting;
  return Error{0,
               fmt::format("BPF program {} refers to {} maps instead of one",
                           bpf_program__name(program), references),
               "this build is broken; rebuild trampcheck"};
}

void CountingProgram::aim(int counters_fd, size_t slot) {
  bpf_insn* reference = &instructions_[map_reference_];
  reference[0].src_reg = BPF_PSEUDO_MAP_VALUE;
  reference[0].imm = counters_fd;
  reference[1].imm = static_cast<int32_t>(slot * sizeof(uint64_t));
}

void CountingProgram::give(int counters_fd) {
  bpf_insn* reference = &instructions_[map_reference_];
  reference[0].src_reg = BPF_PSEUDO_MAP_FD;
  reference[0].imm = counters_fd;
  reference[1].imm = 0;
}

int CountingProgram::load(bpf_prog_type type, bpf_attach_type attach_type, const Destination& to,
                          std::string* log) const {
  LIBBPF_OPTS(bpf_prog_load_opts, options, .expected_attach_type = attach_type,
              .attach_btf_id = to.btf_id, .attach_prog_fd = static_cast<uint32_t>(to.program_fd), );
  int fd = bpf_prog_load(type, name_.c_str(), "Dual BSD/GPL", instructions_.data(),
                         instructions_.size(), &options);
  if (fd >= 0 || log == nullptr) return fd;
  log->assign(kLogBytes, '\0');
  options.log_buf = log->data();
  options.log_size = kLogBytes;
  options.log_level = 1;
  int again = bpf_prog_load(type, name_.c_str(), "Dual BSD/GPL", instructions_.data(),
                            instructions_.size(), &options);
  log->resize(log->find('\0') == std::string::npos ? kLogBytes : log->find('\0'));
  return again;
}

Expected<Counters> Counters::create(size_t slots, Shape shape) {
  Counters counters;
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  counters.bytes_ = (slots * sizeof(uint64_t) + page - 1) / page * page;
  LIBBPF_OPTS(bpf_map_create_opts, options, .map_flags = BPF_F_MMAPABLE);
  // The kernel keeps elements of 8 bytes one after the other, whole pages in all.
  const bool one = shape == Shape::kOneElement;
  int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "tc_hits", sizeof(uint32_t),
                          one ? static_cast<uint32_t>(counters.bytes_) : sizeof(uint64_t),
                          one ? 1 : static_cast<uint32_t>(slots), &options);
  if (fd < 0) {
    return errno_error(-fd, "cannot create the map of hit counters",
                       fd == -EPERM ? "run as root (CAP_BPF and CAP_PERFMON)" : "");
  }
  counters.fd_ = Fd(fd);
  void* words = mmap(nullptr, counters.bytes_, PROT_READ, MAP_SHARED, fd, 0);
  if (words == MAP_FAILED) return errno_error(errno, "cannot map the hit counters");
  counters.words_ = static_cast<uint64_t*>(words);
  return counters;
}

Counters::Counters(Counters&& other) noexcept
    : fd_(std::move(other.fd_)),
      words_(std::exchange(other.words_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

Counters& Counters::operator=(Counters&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(words_, other.words_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Counters::~Counters() {
  if (words_ != nullptr) munmap(words_, bytes_);
}

uint64_t Counters::read(size_t slot) const {
  return __atomic_load_n(words_ + slot, __ATOMIC_RELAXED);
}

std::string verifier_complaint(const std::string& log) {
  std::string complaint;
  size_t at = 0;
  while (at < log.size()) {
    size_t end = log.find('\n', at);
    if (end == std::string::npos) end = log.size();
    std::string line = log.substr(at, end - at);
    at = end + 1;
    if (!line.empty() && !line.starts_with("processed ")) complaint = line;
  }
  return complaint;
}

}  // namespace trampcheck
