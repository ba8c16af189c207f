// The golden files: every version ever released stays readable.
#include <gtest/gtest.h>

#include "results/base/file.h"
#include "results/model/json.h"
#include "results/store.h"

namespace trampcheck {
namespace {

constexpr const char* kGolden = "results/golden/v1.0.json";

std::string golden() {
  auto text = read_file(kGolden);
  return text ? *text : "";
}

TEST(Golden, LoadsAndValidates) {
  auto result = load_result(kGolden);
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->context.domain, "icount");
  EXPECT_EQ(result->results.size(), 19u);
  EXPECT_EQ(overall(*result), Status::kFail);
}

TEST(Golden, RoundTripsByteForByte) {
  auto result = load_result(kGolden);
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(serialise(*result), golden());
}

// A text cut off after `length` bytes is refused, and the message says where.
void expect_refused(const std::string& text, size_t length) {
  auto result = parse_result(std::string_view(text).substr(0, length), "f");
  ASSERT_FALSE(result) << length;
  ASSERT_EQ(result.error().what,
            "f is truncated or not JSON: at byte " + std::to_string(length) + " it ends early");
}

// The last byte is a newline, without which the JSON is still whole. Every byte of the head and of
// the tail, and some between: all of them take a minute.
TEST(Golden, NoPrefixIsAccepted) {
  std::string text = golden();
  ASSERT_TRUE(text.ends_with("}\n"));
  ASSERT_TRUE(parse_result(text.substr(0, text.size() - 1), "f"));
  size_t last = text.size() - 2;
  for (size_t length = 0; length <= last;) {
    expect_refused(text, length);
    length += length < 8192 || length + 512 > last ? 1 : 61;
  }
}

// Every byte, in the file cut down to the verdict that has everything.
TEST(Golden, NoPrefixOfOneRowIsAccepted) {
  auto result = load_result(kGolden);
  ASSERT_TRUE(result);
  std::erase_if(result->results, [](const ResultRow& row) { return row.id != "attach.fexit"; });
  ASSERT_EQ(result->results.size(), 1u);
  std::string text = serialise(*result);
  for (size_t length = 0; length + 2 <= text.size(); ++length) expect_refused(text, length);
}

// Whatever byte is damaged, there is an answer, and never a crash.
TEST(Golden, DamagedBytesNeverCrash) {
  std::string text = golden();
  size_t refused = 0;
  size_t tried = 0;
  for (size_t i = 0; i < text.size(); i += i < 2048 ? 3 : 331) {
    for (char c : {'\0', '"', '[', '-', '9', '\xff'}) {
      std::string damaged = text;
      damaged[i] = c;
      refused += !parse_result(damaged, "f");
      ++tried;
    }
  }
  EXPECT_GT(refused, tried / 2);
}

}  // namespace
}  // namespace trampcheck
