#include "results/base/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace trampcheck {
namespace {

std::string scratch(const std::string& name) {
  return std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
}

TEST(WriteFileAtomically, WritesAllAndLeavesNoTemporary) {
  std::string path = scratch("whole");
  ASSERT_TRUE(write_file_atomically(path, "first"));
  ASSERT_TRUE(write_file_atomically(path, "second"));
  EXPECT_EQ(*read_file(path), "second");
  size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::getenv("TEST_TMPDIR"))) {
    entries += entry.path().filename().string().starts_with("whole");
  }
  EXPECT_EQ(entries, 1u);
}

TEST(WriteFileAtomically, FullDiskKeepsTheErrno) {
  auto written = write_file_atomically(scratch("no/such/folder"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ENOENT);
  EXPECT_NE(written.error().text().find("no/such/folder"), std::string::npos);
  EXPECT_FALSE(write_fd(Fd(open("/dev/full", O_WRONLY)).get(), "x", "/dev/full"));
}

TEST(WriteFileAtomically, KeepsALinkAndReplacesWhatItPointsTo) {
  std::string target = scratch("target");
  std::string link = scratch("link");
  ASSERT_TRUE(write_file_atomically(target, "old"));
  ASSERT_EQ(symlink("target", link.c_str()), 0);
  ASSERT_TRUE(write_file_atomically(link, "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(*read_file(target), "new");
}

TEST(WriteFileAtomically, WritesToADeviceInsteadOfReplacingIt) {
  std::string link = scratch("null");
  ASSERT_EQ(symlink("/dev/null", link.c_str()), 0);
  ASSERT_TRUE(write_file_atomically(link, "x"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  std::string full = scratch("full");
  ASSERT_EQ(symlink("/dev/full", full.c_str()), 0);
  auto written = write_file_atomically(full, "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ENOSPC);
}

TEST(WriteFileAtomically, WritesIntoAPipe) {
  std::string path = scratch("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  Fd reader(open(path.c_str(), O_RDONLY | O_NONBLOCK));
  ASSERT_TRUE(write_file_atomically(path, "through"));
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  EXPECT_EQ(*read_fd(reader.get(), path, 100), "through");
}

TEST(WriteFileAtomically, DoesNotReplaceAFolder) {
  std::string path = scratch("folder");
  ASSERT_TRUE(std::filesystem::create_directory(path));
  auto written = write_file_atomically(path, "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, EISDIR);
}

TEST(ReadFile, ReadsFilesOfUnknownSize) {
  auto text = read_file("/proc/self/stat");
  ASSERT_TRUE(text);
  EXPECT_FALSE(text->empty());
}

TEST(ReadFile, SaysWhichFile) {
  auto text = read_file("/no/such");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().what, "cannot open /no/such: No such file or directory");
}

TEST(ReadFile, StopsAtTheLimit) {
  auto text = read_file("/dev/zero", 4096);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, EFBIG);
}

}  // namespace
}  // namespace trampcheck
