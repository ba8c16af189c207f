// Many copies of one small program: the object is opened once, and each copy is loaded with its own
// target and its own counter.
#ifndef TRAMPCHECK_HARNESS_ATTACH_PROGRAM_H_
#define TRAMPCHECK_HARNESS_ATTACH_PROGRAM_H_

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <cstdint>
#include <string>
#include <vector>

#include "results/base/expected.h"
#include "results/base/file.h"

namespace trampcheck {

// What a tracing program is for: a function of the kernel, or of a loaded BPF program.
struct Destination {
  uint32_t btf_id = 0;
  int program_fd = 0;  // 0: btf_id is the kernel's
};

// The instructions of a counting program (bpf/count.h), with the place of its one map reference.
class CountingProgram {
 public:
  // Takes the program out of an opened, not loaded, object. Errors: not a counting program.
  static Expected<CountingProgram> take(const bpf_program* program);

  // Gives copies another name than the object's; the kernel keeps 15 characters.
  void rename(const char* name) { name_ = name; }

  // Points the next load's counter at slot `slot` of the map `counters_fd`.
  void aim(int counters_fd, size_t slot);
  // Gives the next load the whole map; for programs that find their slot by themselves.
  void give(int counters_fd);

  // BPF_PROG_LOAD. Returns the descriptor or a negative errno; `log` gets the verifier's words.
  int load(bpf_prog_type type, bpf_attach_type attach_type, const Destination& to,
           std::string* log) const;

 private:
  std::vector<bpf_insn> instructions_;
  std::string name_;
  size_t map_reference_ = 0;
};

// Counters shared with the kernel: one 64-bit word a function, in a memory-mapped array map.
class Counters {
 public:
  // kOneElement: programs get the address of their word; kElements: they look it up by its slot.
  enum class Shape { kOneElement, kElements };
  // Errors: errno of BPF_MAP_CREATE or mmap.
  static Expected<Counters> create(size_t slots, Shape shape = Shape::kOneElement);
  Counters(Counters&& other) noexcept;
  Counters& operator=(Counters&& other) noexcept;
  ~Counters();

  int fd() const { return fd_.get(); }
  uint64_t read(size_t slot) const;

 private:
  Counters() = default;
  Fd fd_;
  uint64_t* words_ = nullptr;
  size_t bytes_ = 0;
};

// The last line in which a verifier log says what it did not like; empty where there is none.
std::string verifier_complaint(const std::string& log);

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_PROGRAM_H_
