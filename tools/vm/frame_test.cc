#include "tools/vm/frame.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trampcheck {
namespace {

struct Seen {
  std::vector<Frame> frames;
  std::vector<std::string> damage;
};

void drain(FrameReader& reader, Seen& seen) {
  while (auto event = reader.next()) {
    if (auto* frame = std::get_if<Frame>(&*event)) {
      seen.frames.push_back(*frame);
    } else {
      seen.damage.push_back(std::get<FrameDamage>(*event).what);
    }
  }
}

Seen read_all(const std::string& bytes) {
  FrameReader reader;
  Seen seen;
  reader.feed(bytes);
  drain(reader, seen);
  if (auto rest = reader.finish()) seen.damage.push_back(rest->what);
  return seen;
}

std::string two_frames() {
  return encode_frame(FrameType::kHello, "{}", 0) + encode_frame(FrameType::kProgress, "half", 1);
}

std::string every_byte(size_t size) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(i * 7 + i / 256));
  return bytes;
}

TEST(Frame, HasTheDocumentedHeader) {
  std::string bytes = encode_frame(FrameType::kResult, "ab", 0x0102);
  ASSERT_EQ(bytes.size(), kFrameHeaderBytes + 2);
  // CRC-32 of "ab" is 9e83486d.
  EXPECT_EQ(bytes.substr(0, 16), std::string("TCF1\x04\0\x02\x01\x02\0\0\0\x6d\x48\x83\x9e", 16));
  EXPECT_EQ(bytes.substr(kFrameHeaderBytes), "ab");
}

TEST(Frame, ReadsBackInOrder) {
  Seen seen = read_all(two_frames());
  ASSERT_EQ(seen.frames.size(), 2u);
  EXPECT_EQ(seen.frames[0].type, FrameType::kHello);
  EXPECT_EQ(seen.frames[0].payload, "{}");
  EXPECT_EQ(seen.frames[1].type, FrameType::kProgress);
  EXPECT_EQ(seen.frames[1].payload, "half");
  EXPECT_TRUE(seen.damage.empty());
}

TEST(Frame, EmptyAndBinaryAndLargePayloads) {
  for (size_t size : {0u, 1u, 511u, 512u, 513u, 100000u}) {
    std::string payload = every_byte(size);
    Seen seen = read_all(encode_frame(FrameType::kResult, payload, 0));
    ASSERT_EQ(seen.frames.size(), 1u) << size;
    EXPECT_EQ(seen.frames[0].payload, payload) << size;
  }
}

TEST(Frame, DeflatesWhatIsLargeAndDeflates) {
  EXPECT_LT(encode_frame(FrameType::kResult, std::string(100000, 'x'), 0).size(), 1000u);
  EXPECT_EQ(encode_frame(FrameType::kResult, std::string(512, 'x'), 0).size(), 532u);
}

TEST(Frame, SplitAtEveryByte) {
  std::string bytes = two_frames();
  for (size_t cut = 0; cut <= bytes.size(); ++cut) {
    FrameReader reader;
    Seen seen;
    reader.feed(bytes.substr(0, cut));
    drain(reader, seen);
    reader.feed(bytes.substr(cut));
    drain(reader, seen);
    EXPECT_EQ(seen.frames.size(), 2u) << cut;
    EXPECT_TRUE(seen.damage.empty()) << cut;
    EXPECT_FALSE(reader.finish()) << cut;
  }
}

TEST(Frame, OneByteAtATime) {
  FrameReader reader;
  Seen seen;
  for (char byte : two_frames()) {
    reader.feed(std::string_view(&byte, 1));
    drain(reader, seen);
  }
  EXPECT_EQ(seen.frames.size(), 2u);
  EXPECT_TRUE(seen.damage.empty());
}

TEST(Frame, TruncatedAtEveryByteIsDamage) {
  std::string bytes = encode_frame(FrameType::kResult, "the result", 0);
  for (size_t kept = 1; kept < bytes.size(); ++kept) {
    Seen seen = read_all(bytes.substr(0, kept));
    EXPECT_TRUE(seen.frames.empty()) << kept;
    EXPECT_EQ(seen.damage.size(), 1u) << kept;
  }
  EXPECT_TRUE(read_all("").damage.empty());
}

TEST(Frame, EveryFlippedBitIsDamageAndTheNextFrameIsRead) {
  std::string whole = two_frames();
  size_t first = kFrameHeaderBytes + 2;
  for (size_t bit = 0; bit < first * 8; ++bit) {
    std::string bytes = whole;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    Seen seen = read_all(bytes);
    EXPECT_FALSE(seen.damage.empty()) << bit;
    ASSERT_EQ(seen.frames.size(), 1u) << bit;
    EXPECT_EQ(seen.frames[0].payload, "half") << bit;
  }
}

TEST(Frame, EveryLostByteIsDamage) {
  std::string whole = two_frames();
  for (size_t lost = 0; lost < whole.size(); ++lost) {
    std::string bytes = whole;
    bytes.erase(lost, 1);
    Seen seen = read_all(bytes);
    EXPECT_FALSE(seen.damage.empty()) << lost;
    EXPECT_LE(seen.frames.size(), 1u) << lost;
  }
}

TEST(Frame, LostFrameShowsInTheSequence) {
  Seen seen = read_all(encode_frame(FrameType::kHello, "{}", 0) +
                       encode_frame(FrameType::kExit, "{\"status\":0}", 2));
  ASSERT_EQ(seen.frames.size(), 2u);
  EXPECT_EQ(seen.damage, std::vector<std::string>{"frame 2 came where 1 was due"});
}

TEST(Frame, GarbageBetweenFramesIsDamage) {
  Seen seen = read_all("noise" + two_frames());
  EXPECT_EQ(seen.frames.size(), 2u);
  EXPECT_EQ(seen.damage, std::vector<std::string>{"5 bytes that belong to no frame"});
}

TEST(Frame, DamagedDeflatedPayload) {
  std::string bytes = encode_frame(FrameType::kResult, std::string(5000, 'x'), 0);
  bytes[kFrameHeaderBytes + 8] ^= 1;
  Seen seen = read_all(bytes);
  EXPECT_TRUE(seen.frames.empty());
  ASSERT_FALSE(seen.damage.empty());
  EXPECT_EQ(seen.damage[0], "a frame's payload fails its checksum");
}

}  // namespace
}  // namespace trampcheck
