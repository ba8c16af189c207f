#include "tools/vm/qemu.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tools/vm/guest.h"

namespace trampcheck {
namespace {

VmOptions options_for(Accel accel) {
  VmOptions options;
  options.kernel_image = "/boot/vmlinuz";
  options.accel = accel;
  return options;
}

std::string command_text(const VmOptions& options) {
  return fmt::format("{}", fmt::join(qemu_command(options, "/usr/bin/qemu"), " "));
}

// The word after `flag`.
std::string value_of(const VmOptions& options, const std::string& flag) {
  auto command = qemu_command(options, "/usr/bin/qemu");
  auto at = std::find(command.begin(), command.end(), flag);
  return at == command.end() || at + 1 == command.end() ? "" : *(at + 1);
}

TEST(QemuCommand, HasNoNetworkNoDiskNoDisplay) {
  std::string text = command_text(options_for(Accel::kTcg));
  for (const char* wanted : {"-nodefaults", "-no-user-config", "-display none", "-no-reboot"}) {
    EXPECT_NE(text.find(wanted), std::string::npos) << wanted;
  }
  for (const char* unwanted : {"-net", "-drive", "-hda", "tcp:", "virtio"}) {
    EXPECT_EQ(text.find(unwanted), std::string::npos) << unwanted;
  }
}

TEST(QemuCommand, IcountIsPinnedDown) {
  VmOptions options = options_for(Accel::kIcount);
  EXPECT_EQ(value_of(options, "-accel"), "tcg,thread=single");
  EXPECT_EQ(value_of(options, "-icount"), "shift=0,sleep=off");
  EXPECT_EQ(value_of(options, "-rtc"), "base=2026-01-01T00:00:00,clock=vm");
  EXPECT_EQ(value_of(options, "-seed"), "1");
  EXPECT_EQ(value_of(options, "-smp"), "1");
  for (const char* word : {"nokaslr", "norandmaps"}) {
    EXPECT_NE(value_of(options, "-append").find(word), std::string::npos) << word;
  }
}

TEST(QemuCommand, OthersRunOnTheHostsTime) {
  VmOptions options = options_for(Accel::kTcg);
  EXPECT_EQ(value_of(options, "-icount"), "");
  options.cpus = 2;
  EXPECT_EQ(value_of(options, "-accel"), "tcg,thread=single");
  EXPECT_EQ(value_of(options_for(Accel::kKvm), "-accel"), "kvm");
  EXPECT_EQ(value_of(options_for(Accel::kKvm), "-cpu"), "host");
}

TEST(QemuCommand, TheUsersParametersComeLast) {
  VmOptions options = options_for(Accel::kTcg);
  options.append = "nokaslr=0 quiet";
  options.memory_mib = 333;
  EXPECT_TRUE(value_of(options, "-append").ends_with(" nokaslr=0 quiet"));
  EXPECT_EQ(value_of(options, "-m"), "333M");
  EXPECT_EQ(value_of(options, "-kernel"), "/boot/vmlinuz");
}

TEST(Accel, WordsGoBothWays) {
  for (Accel accel : {Accel::kIcount, Accel::kTcg, Accel::kKvm, Accel::kAuto}) {
    EXPECT_EQ(accel_from_string(to_string(accel)), accel);
  }
  EXPECT_FALSE(accel_from_string("xen"));
}

TEST(QemuVersion, IsTakenFromItsText) {
  EXPECT_EQ(parse_qemu_version("QEMU emulator version 7.2.22 (Debian 1:7.2)\nCopyright\n"),
            "7.2.22");
  EXPECT_EQ(parse_qemu_version("QEMU emulator version 10.0.2\nCopyright\n"), "10.0.2");
  EXPECT_EQ(parse_qemu_version("something else\n"), "something else");
}

TEST(Qemu, GivesEachCpuTimeSince8_1) {
  VmOptions options = options_for(Accel::kIcount);
  options.cpus = 2;
  EXPECT_FALSE(cpus_take_turns(options, "7.2.22"));
  EXPECT_FALSE(cpus_take_turns(options, "8.0.4"));
  EXPECT_TRUE(cpus_take_turns(options, "8.1.0"));
  EXPECT_TRUE(cpus_take_turns(options, "10.0.2"));
  EXPECT_TRUE(cpus_take_turns(options, "unknown"));
  options.cpus = 1;
  EXPECT_TRUE(cpus_take_turns(options, "7.2.22"));
  options = options_for(Accel::kTcg);
  options.cpus = 2;
  EXPECT_TRUE(cpus_take_turns(options, "7.2.22"));
}

TEST(Initramfs, RefusesWhatIsNoStaticProgram) {
  VmOptions options = options_for(Accel::kTcg);
  options.init_binary = "/no/such/init";
  EXPECT_FALSE(build_initramfs(options));
  options.init_binary = "/proc/self/status";
  auto archive = build_initramfs(options);
  ASSERT_FALSE(archive);
  EXPECT_NE(archive.error().what.find("statically"), std::string::npos);
}

TEST(Initramfs, TakesFilesOfTheHosts) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/init";
  // The smallest that passes for a static program: a header without segments.
  std::string init =
      "\x7f"
      "ELF\x02";
  init.resize(64, '\0');
  init[54] = 56;  // e_phentsize
  ASSERT_TRUE(write_file_atomically(path, init));
  VmOptions options = options_for(Accel::kTcg);
  options.init_binary = path;
  GuestFile file{"/bin/tool"};
  file.host_path = path + ".tool";
  options.extra_files = {{"/note", "a note"}, file};
  EXPECT_FALSE(build_initramfs(options));
  ASSERT_TRUE(write_file_atomically(file.host_path, "the tool's bytes"));
  auto archive = build_initramfs(options);
  ASSERT_TRUE(archive) << archive.error().text();
  EXPECT_NE(archive->find("a note"), std::string::npos);
  EXPECT_NE(archive->find("the tool's bytes"), std::string::npos);
}

TEST(Job, GoesThroughJsonWhole) {
  Job job;
  job.argv = {"run", "attach", "--functions", "tcp_*"};
  job.kernel_config_path = kGuestKernelConfigPath;
  job.domain = "icount";
  job.vm.accel = "icount";
  job.vm.qemu = "7.2.22";
  job.vm.memory_mib = 1024;
  job.vm.boots = 3;
  job.extra["commit"] = "abc";
  auto back = job_from_json(job_to_json(job));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->argv, job.argv);
  EXPECT_EQ(back->kernel_config_path, job.kernel_config_path);
  EXPECT_EQ(back->domain, "icount");
  EXPECT_EQ(back->vm.qemu, "7.2.22");
  EXPECT_EQ(back->vm.memory_mib, 1024);
  EXPECT_EQ(back->vm.boots, 3);
  EXPECT_EQ(back->extra.at("commit"), "abc");
}

TEST(Job, DamageIsAnError) {
  EXPECT_FALSE(job_from_json("{"));
  EXPECT_FALSE(job_from_json("{\"argv\": 3}"));
  EXPECT_TRUE(job_from_json("{}"));
}

TEST(Guest, AProcessOnTheHostIsNone) { EXPECT_FALSE(is_guest_init()); }

}  // namespace
}  // namespace trampcheck
