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
  make("other", synthetic_bzimage());
  make("file", "x");
  const char* kRemedy = "choose another place with -o";
  refuse(vm_to("file", "./bzImage,./other"), 4, {"file", kRemedy});
  refuse(vm_to("file/below", "./bzImage,./other"), 4, {"cannot create file/below", kRemedy});
  refuse(vm_to("/proc/below", "./bzImage,./other"), 4, {"cannot create /proc/below", kRemedy});
}

TEST_F(OutputInput, ResultsThatWouldOverwriteEachOther) {
  refuse(vm_to("below", "x/bzImage,y/bzImage"), 2, {"below/bzImage.json", "once"});
  refuse({"vm", "--kernel", "6.12", "-o", "same", "--console-log", "same", "--", "run", "attach"},
         2, {"-o and --console-log"});
  refuse({"vm", "--kernel", "6.12", "--boots", "2", "--console-log", "log", "--", "probe"}, 2,
         {"--console-log takes one boot"});
}

TEST_F(OutputInput, AVerbThatMakesNoFile) {
  refuse({"vm", "--kernel", "6.12", "-o", "f", "--", "probe"}, 2, {"'probe' makes no file", "-o"});
}

TEST_F(OutputInput, ConsoleLog) {
  make("bzImage", synthetic_bzimage());
  refuse({"vm", "--kernel", "./bzImage", "--accel", "tcg", "--console-log", "nowhere/log", "--",
          "probe"},
         4, {"cannot create nowhere/log"});
}

}  // namespace
}  // namespace trampcheck
