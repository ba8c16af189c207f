#include "tools/vm/cpio.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trampcheck {
namespace {

struct Entry {
  std::string name;
  unsigned long mode = 0;
  unsigned long links = 0;
  unsigned long major = 0;
  unsigned long minor = 0;
  std::string content;
};

// A second opinion on the format, written from its description.
std::vector<Entry> read_archive(const std::string& bytes) {
  std::vector<Entry> entries;
  size_t at = 0;
  while (at + 110 <= bytes.size() && bytes.compare(at, 6, "070701") == 0) {
    unsigned long field[13];
    for (size_t i = 0; i < 13; ++i) {
      field[i] = std::stoul(bytes.substr(at + 6 + i * 8, 8), nullptr, 16);
    }
    Entry entry;
    entry.mode = field[1];
    entry.links = field[4];
    entry.major = field[9];
    entry.minor = field[10];
    entry.name = bytes.substr(at + 110, field[11] - 1);
    at += (110 + field[11] + 3) / 4 * 4;
    entry.content = bytes.substr(at, field[6]);
    at += (field[6] + 3) / 4 * 4;
    if (entry.name == "TRAILER!!!") break;
    entries.push_back(entry);
  }
  EXPECT_EQ(at, bytes.size());
  return entries;
}

TEST(Cpio, WritesTheseBytes) {
  CpioWriter writer;
  writer.file("/init", "abc", 0755);
  std::string expected =
      "070701"
      "00000001"  // inode
      "000081ed"  // regular file, 0755
      "00000000"
      "00000000"
      "00000001"  // links
      "00000000"  // mtime
      "00000003"  // size
      "00000000"
      "00000000"
      "00000000"
      "00000000"
      "00000005"  // name with its NUL
      "00000000";
  expected += std::string("init\0\0", 6) + std::string("abc\0", 4);
  std::string bytes = writer.finish();
  EXPECT_EQ(bytes.substr(0, expected.size()), expected);
  EXPECT_EQ(bytes.size() % 4, 0u);
}

TEST(Cpio, ReadsBackWhole) {
  CpioWriter writer;
  writer.char_device("/dev/console", 5, 1);
  writer.file("/trampcheck/job.json", "{}");
  writer.symlink("/bin/sh", "/init");
  writer.folder("/trampcheck/");
  auto entries = read_archive(writer.finish());
  ASSERT_EQ(entries.size(), 6u);
  EXPECT_EQ(entries[0].name, "dev");
  EXPECT_EQ(entries[0].mode, 040755u);
  EXPECT_EQ(entries[0].links, 2u);
  EXPECT_EQ(entries[1].name, "dev/console");
  EXPECT_EQ(entries[1].mode, 020600u);
  EXPECT_EQ(entries[1].major, 5u);
  EXPECT_EQ(entries[1].minor, 1u);
  EXPECT_EQ(entries[2].name, "trampcheck");
  EXPECT_EQ(entries[3].name, "trampcheck/job.json");
  EXPECT_EQ(entries[3].content, "{}");
  EXPECT_EQ(entries[4].name, "bin");
  EXPECT_EQ(entries[5].name, "bin/sh");
  EXPECT_EQ(entries[5].mode, 0120777u);
  EXPECT_EQ(entries[5].content, "/init");
}

TEST(Cpio, PadsEveryLength) {
  for (size_t size = 0; size < 9; ++size) {
    CpioWriter writer;
    writer.file(std::string(size + 1, 'n'), std::string(size, 'c'));
    writer.file("after", "it");
    auto entries = read_archive(writer.finish());
    ASSERT_EQ(entries.size(), 2u) << size;
    EXPECT_EQ(entries[0].content, std::string(size, 'c'));
    EXPECT_EQ(entries[1].content, "it");
  }
}

TEST(Cpio, SameEntriesSameBytes) {
  CpioWriter writer;
  writer.file("/a/b", "x");
  std::string first = writer.finish();
  writer.file("/a/b", "x");
  EXPECT_EQ(writer.finish(), first);
}

}  // namespace
}  // namespace trampcheck
