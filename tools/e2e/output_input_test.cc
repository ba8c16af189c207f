// Places where no result can be written: found before anything boots.
#include "tools/e2e/refusal.h"

namespace trampcheck {
namespace {

using OutputInput = Refusal;

std::vector<std::string> vm_to(const std::string& output, const std::string& kernels) {
  return {"vm", "--kernel", kernels, "--accel", "tcg", "-o", output, "--", "run", "attach"};
}

TEST_F(OutputInput, OneKernel) {
  make("bzImage", synthetic_bzimage());
  make("file", "x");
  const char* kRemedy = "choose another place with -o";
  refuse(vm_to("nowhere/f.json", "./bzImage"), 4, {"cannot create nowhere/f.json", kRemedy});
  refuse(vm_to("file/f.json", "./bzImage"), 4, {"cannot create file/f.json", kRemedy});
  refuse(vm_to("/proc/f.json", "./bzImage"), 4, {"cannot create /proc/f.json", kRemedy});
  refuse(vm_to(".", "./bzImage"), 4, {".: it is a folder", "name a file"});
}

TEST_F(OutputInput, SeveralKernels) {
  make("bzImage", synthetic_bzimage());
  make("file", "x");
  const char* kRemedy = "choose another place with -o";
  refuse(vm_to("file", "./bzImage,./bzImage"), 4, {"file", kRemedy});
  refuse(vm_to("file/below", "./bzImage,./bzImage"), 4, {"cannot create file/below", kRemedy});
  refuse(vm_to("/proc/below", "./bzImage,./bzImage"), 4, {"cannot create /proc/below", kRemedy});
}

TEST_F(OutputInput, ConsoleLog) {
  make("bzImage", synthetic_bzimage());
  refuse({"vm", "--kernel", "./bzImage", "--accel", "tcg", "--console-log", "nowhere/log", "--",
          "probe"},
         4, {"cannot create nowhere/log"});
}

}  // namespace
}  // namespace trampcheck
