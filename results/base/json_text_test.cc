#include "results/base/json_text.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

using nlohmann::json;

std::string refusal(std::string_view text) {
  auto parsed = parse_json(text, "f.json");
  if (parsed) return "accepted";
  EXPECT_EQ(parsed.error().exit, Exit::kUsage);
  return parsed.error().what;
}

TEST(ParseJson, SaysTheByte) {
  EXPECT_EQ(refusal(""), "f.json is truncated or not JSON: at byte 0 it ends early");
  EXPECT_EQ(refusal("{\"a\": "), "f.json is truncated or not JSON: at byte 6 it ends early");
  EXPECT_EQ(refusal("{]"), "f.json is truncated or not JSON: at byte 2 ']' is out of place");
  EXPECT_EQ(refusal("\x01"), "f.json is truncated or not JSON: at byte 1 0x01 is out of place");
  EXPECT_EQ(refusal("1 2"), "f.json is truncated or not JSON: at byte 3 '2' is out of place");
}

TEST(ParseJson, RefusesWhatIsNotJson) {
  for (const char* text : {"NaN", "{\"a\": NaN}", "[Infinity]", "[1,]", "// x\n1", "'a'", "\xff",
                           "\"\xff\"", "\"\x01\"", "01"}) {
    EXPECT_NE(refusal(text), "accepted") << text;
  }
}

TEST(ParseJson, RefusesNumbersOutOfRange) {
  EXPECT_EQ(refusal("[1e999]"), "f.json holds a number that is out of range");
}

TEST(ParseJson, BoundsTheDepth) {
  EXPECT_EQ(refusal(std::string(100000, '[')), "f.json nests 100000 levels deep, more than 64");
  std::string closed = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_EQ(refusal(closed), "f.json nests 100000 levels deep, more than 64");
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']'), "f.json"));
  EXPECT_FALSE(parse_json(std::string(65, '[') + std::string(65, ']'), "f.json"));
}

TEST(ParseJson, BracketsInStringsAreNoNesting) {
  json value = json::array({std::string(1000, '[') + "\"\\" + std::string(1000, '{')});
  EXPECT_TRUE(parse_json(value.dump(), "f.json"));
}

TEST(JsonText, NumbersStayOnOneLine) {
  json value = {{"b", {1, 2, 3}},      {"a", {"x", "y"}},       {"id", "i"},   {"e", json::array()},
                {"o", json::object()}, {"m", {{1, 2}, {3, 4}}}, {"n", nullptr}};
  EXPECT_EQ(json_text(value), R"({
 "id": "i",
 "a": [
  "x",
  "y"
 ],
 "b": [1, 2, 3],
 "e": [],
 "m": [
  [1, 2],
  [3, 4]
 ],
 "n": null,
 "o": {}
}
)");
}

TEST(JsonText, BadStringsDoNotThrow) {
  json value = {{"k\xff", std::string("a\x00\x1b\xfe", 4) + "\xc3\xa4"}};
  EXPECT_EQ(json_text(value),
            "{\n \"k\xef\xbf\xbd\": \"a\\u0000\\u001b\xef\xbf\xbd\xc3\xa4\"\n}\n");
  EXPECT_TRUE(parse_json(json_text(value), "f.json"));
}

TEST(JsonText, NotANumberBecomesNull) { EXPECT_EQ(json_text(json(std::nan(""))), "null\n"); }

}  // namespace
}  // namespace trampcheck
