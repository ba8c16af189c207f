// The embedded BPF objects, opened only for the instructions of their one program.
#ifndef TRAMPCHECK_HARNESS_ATTACH_EMBEDDED_H_
#define TRAMPCHECK_HARNESS_ATTACH_EMBEDDED_H_

#include <cerrno>
#include <memory>

#include "harness/attach/program.h"

namespace trampcheck {

template <typename Skeleton>
struct SkeletonDeleter {
  void operator()(Skeleton* skeleton) const { Skeleton::destroy(skeleton); }
};

// Errors: the object is damaged, or not a counting program.
template <typename Skeleton>
Expected<CountingProgram> take_program() {
  std::unique_ptr<Skeleton, SkeletonDeleter<Skeleton>> skeleton(Skeleton::open());
  if (!skeleton) return errno_error(errno, "cannot open the embedded BPF object");
  return CountingProgram::take(bpf_object__next_program(skeleton->obj, nullptr));
}

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_ATTACH_EMBEDDED_H_
