#include "harness/kernel/btf.h"

#include <gtest/gtest.h>

#include "harness/kernel/testing.h"

namespace trampcheck {
namespace {

TEST(KernelBtf, FindsFunctions) {
  BtfMaker maker;
  const int id = maker.function("vfs_read", {maker.an_int()});
  maker.structure("vfs_write", 4);  // a type of that name is no function
  KernelBtf btf = maker.parse();
  EXPECT_EQ(btf.function_id("vfs_read"), static_cast<uint32_t>(id));
  EXPECT_EQ(btf.function_id("vfs_write"), 0u);
  EXPECT_EQ(btf.function_id("vfs"), 0u);
  EXPECT_EQ(btf.function_id(""), 0u);
}

bool attachable(BtfMaker& maker, const std::vector<int>& arguments, int returned = 0) {
  const int id = maker.function("f", arguments, returned);
  return maker.parse().attachable_signature(static_cast<uint32_t>(id));
}

TEST(KernelBtf, TakesPlainSignatures) {
  BtfMaker maker;
  EXPECT_TRUE(attachable(maker, {}));
  EXPECT_TRUE(attachable(maker, {maker.an_int(), maker.pointer()}, maker.an_int()));
  EXPECT_TRUE(attachable(maker, {maker.pointer()}, maker.pointer()));
}

TEST(KernelBtf, RefusesVarargs) {
  BtfMaker maker;
  EXPECT_FALSE(attachable(maker, {maker.pointer(), 0}, maker.an_int()));
}

TEST(KernelBtf, TakesTwelveArgumentsAndNotOneMore) {
  BtfMaker maker;
  EXPECT_TRUE(attachable(maker, std::vector<int>(12, maker.an_int())));
  EXPECT_FALSE(attachable(maker, std::vector<int>(13, maker.an_int())));
}

TEST(KernelBtf, TakesStructsOfSixteenBytesAndNotOneMore) {
  BtfMaker maker;
  const int two_words = maker.structure("two_words", 16);
  const int more = maker.structure("more", 17);
  const int empty = maker.structure("empty", 0);
  EXPECT_TRUE(attachable(maker, {two_words}));
  EXPECT_TRUE(attachable(maker, {maker.alias("two_words_t", two_words)}));
  EXPECT_FALSE(attachable(maker, {more}));
  EXPECT_FALSE(attachable(maker, {maker.an_int(), maker.alias("more_t", more)}));
  EXPECT_FALSE(attachable(maker, {empty}));
}

TEST(KernelBtf, RefusesUnions) {
  BtfMaker maker;
  const int word = maker.a_union("word", 8);
  EXPECT_FALSE(attachable(maker, {word}));
  EXPECT_FALSE(attachable(maker, {maker.alias("word_t", word)}));
}

TEST(KernelBtf, RefusesAStructReturned) {
  BtfMaker maker;
  const int small = maker.structure("small", 4);
  EXPECT_FALSE(attachable(maker, {}, small));
  EXPECT_FALSE(attachable(maker, {}, maker.alias("small_t", small)));
  EXPECT_FALSE(attachable(maker, {}, maker.a_union("u", 4)));
  EXPECT_TRUE(attachable(maker, {}, btf__add_ptr(maker.raw(), small)));
}

TEST(KernelBtf, FindsEnumerators) {
  BtfMaker maker;
  btf__add_enum(maker.raw(), "first", 4);
  btf__add_enum_value(maker.raw(), "ZERO", 0);
  btf__add_enum_value(maker.raw(), "SEVEN", 7);
  btf__add_enum(maker.raw(), "", 4);
  btf__add_enum_value(maker.raw(), "BPF_TRACE_FENTRY", 24);
  KernelBtf btf = maker.parse();
  EXPECT_EQ(btf.enumerator("ZERO"), 0);
  EXPECT_EQ(btf.enumerator("SEVEN"), 7);
  EXPECT_EQ(btf.enumerator("BPF_TRACE_FENTRY"), 24);
  EXPECT_EQ(btf.enumerator("BPF_TRACE"), -1);
  EXPECT_EQ(btf.enumerator("first"), -1);
}

TEST(KernelBtf, GarbageIsAnError) {
  for (const std::string& bytes :
       {std::string(), std::string("\x9f\xeb"), std::string("not BTF at all, but long enough"),
        std::string(4096, '\0'), std::string(4096, '\xff')}) {
    auto btf = KernelBtf::parse(bytes);
    ASSERT_FALSE(btf);
    EXPECT_EQ(btf.error().what.find("cannot parse the kernel's BTF"), 0u) << btf.error().what;
  }
}

TEST(KernelBtf, TruncatedBytesAreAnErrorAtEveryLength) {
  BtfMaker maker;
  maker.function("vfs_read", {maker.an_int(), maker.pointer()}, maker.an_int());
  const std::string bytes = maker.bytes();
  ASSERT_TRUE(KernelBtf::parse(bytes));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(KernelBtf::parse(std::string_view(bytes).substr(0, size))) << size;
  }
}

// No byte may lead to a crash, whatever becomes of the answers.
TEST(KernelBtf, SurvivesEveryDamagedByte) {
  BtfMaker maker;
  maker.function("vfs_read", {maker.an_int(), maker.structure("s", 8)}, maker.an_int());
  btf__add_enum(maker.raw(), "e", 4);
  btf__add_enum_value(maker.raw(), "SEVEN", 7);
  const std::string sound = maker.bytes();
  for (size_t at = 0; at < sound.size(); ++at) {
    for (unsigned char flip : {0x01, 0x80, 0xff}) {
      std::string bytes = sound;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      auto btf = KernelBtf::parse(bytes);
      if (!btf) continue;
      const uint32_t id = btf->function_id("vfs_read");
      if (id != 0) (void)btf->attachable_signature(id);
      (void)btf->enumerator("SEVEN");
    }
  }
}

}  // namespace
}  // namespace trampcheck
