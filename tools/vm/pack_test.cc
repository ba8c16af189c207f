#include "tools/vm/pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "results/base/file.h"
#include "results/base/find_program.h"
#include "tools/vm/elf_program.h"

namespace trampcheck {
namespace {

using Paths = std::vector<std::string>;

std::string scratch(const std::string& name, const std::string& bytes) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  EXPECT_TRUE(write_file_atomically(path, bytes));
  return path;
}

// As glibc 2.36 prints it.
TEST(LoaderList, HasThePathsOfLibraries) {
  auto paths = parse_loader_list(
      "\tlinux-vdso.so.1 (0x00007f5a4e6e0000)\n"
      "\tlibbpf.so.1 => /lib/x86_64-linux-gnu/libbpf.so.1 (0x00007f5a4e672000)\n"
      "\tlibodd.so => /opt/a (b)/libodd.so (0x00007f5a4e391000)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f5a4e6e2000)\n",
      "tool");
  ASSERT_TRUE(paths);
  EXPECT_EQ(*paths, (Paths{"/lib/x86_64-linux-gnu/libbpf.so.1", "/opt/a (b)/libodd.so"}));
}

TEST(LoaderList, OneThatIsMissingIsNamed) {
  auto paths = parse_loader_list("\tlibbcc_bpf.so.0 => not found\n", "/usr/bin/bpftrace");
  ASSERT_FALSE(paths);
  EXPECT_EQ(paths.error().code, ENOENT);
  EXPECT_EQ(paths.error().text(),
            "/usr/bin/bpftrace needs libbcc_bpf.so.0, which is not on this machine; install the "
            "package that it comes with again");
}

TEST(LoaderList, OfAStaticProgramIsEmpty) {
  auto paths = parse_loader_list("\tstatically linked\n", "tool");
  ASSERT_TRUE(paths);
  EXPECT_TRUE(paths->empty());
}

TEST(PackProgram, TakesLoaderAndLibrariesAlong) {
  auto files = pack_program(*find_program("ls"));
  ASSERT_TRUE(files) << files.error().text();
  ASSERT_GE(files->size(), 3u);
  EXPECT_EQ(files->front().path, "/bin/ls");
  auto holds = [&](const std::string& start) {
    return std::any_of(files->begin(), files->end(),
                       [&](const GuestFile& file) { return file.path.starts_with(start); });
  };
  EXPECT_TRUE(holds("/lib/libc.so"));
  EXPECT_TRUE(holds("/lib64/ld-linux"));
  int64_t bytes = 0;
  for (const GuestFile& file : *files) {
    EXPECT_EQ(file.permissions, 0755u);
    EXPECT_EQ(file.content, "");
    auto content = read_file(file.host_path);
    ASSERT_TRUE(content) << file.host_path;
    bytes += static_cast<int64_t>(content->size());
  }
  EXPECT_EQ(bytes_of(*files), bytes);
}

TEST(PackProgram, RefusesWhatIsNoProgram) {
  const std::string script = scratch("script", "#!/bin/sh\n");
  auto files = pack_program(script);
  ASSERT_FALSE(files);
  EXPECT_EQ(files.error().text(), script +
                                      " is no ELF program and cannot go into a guest; put the "
                                      "program itself on PATH, not a script that starts it");
  EXPECT_FALSE(pack_program("/no/such/program"));
}

TEST(BytesOf, CountsBothKinds) {
  GuestFile here{"/a", "four"};
  GuestFile there{"/b"};
  there.host_path = scratch("six", "123456");
  EXPECT_EQ(bytes_of({here, there}), 10);
  there.host_path = "/no/such/file";
  EXPECT_EQ(bytes_of({here, there}), 4);
}

TEST(ElfProgram, IsTakenApartWithCare) {
  const std::string shell = *read_file(*find_program("sh"));
  EXPECT_TRUE(is_elf_program(shell));
  ASSERT_TRUE(interpreter_of(shell));
  EXPECT_TRUE(interpreter_of(shell)->starts_with("/lib64/ld-")) << *interpreter_of(shell);
  EXPECT_FALSE(is_elf_program(""));
  EXPECT_FALSE(is_elf_program("#!/bin/sh\n"));
  EXPECT_FALSE(is_elf_program(shell.substr(0, 100)));  // the table of segments is cut off
  EXPECT_FALSE(interpreter_of(shell.substr(0, 100)));
  std::string narrow = shell;
  narrow[4] = 1;  // ELFCLASS32
  EXPECT_FALSE(is_elf_program(narrow));
}

}  // namespace
}  // namespace trampcheck
