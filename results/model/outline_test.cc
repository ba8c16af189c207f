#include "results/model/outline.h"

#include <gtest/gtest.h>

#include "results/model/json.h"
#include "results/schema/validate.h"
#include "results/testing/example.h"

namespace trampcheck {
namespace {

using nlohmann::json;

// The samples of a metric that a file holds, as the outline has them.
json samples(const json& list) {
  return outline(
      {{"metrics", {{"wall_ns", {{"samples", list}}}}}})["metrics"]["wall_ns"]["samples"];
}

TEST(Outline, SoundListsKeepTheirFirst) {
  EXPECT_EQ(samples({1u, 2u, 3u}), json({1u}));
  EXPECT_EQ(samples({uint64_t{1} << 62, 0u}), json({uint64_t{1} << 62}));
  EXPECT_EQ(samples(json::array()), json::array());
  EXPECT_EQ(samples(json()), json());
  EXPECT_EQ(samples(std::vector<int64_t>{5, 6}), json({5}));  // built, not parsed: signed
  EXPECT_EQ(samples(std::vector<int64_t>{5, -6, 7}), json({5, -6}));
}

TEST(Outline, OthersEndWithWhatIsWrong) {
  EXPECT_EQ(samples({1u, 2u, -3, -4}), json({1u, 2u, -3}));
  EXPECT_EQ(samples({1u, 1.5}), json({1u, 1.5}));
  EXPECT_EQ(samples({(uint64_t{1} << 62) + 1}), json({(uint64_t{1} << 62) + 1}));
  EXPECT_EQ(samples({1u, "x"}), json({1u, "x"}));
  EXPECT_EQ(samples({1u, json::object()}), json({1u, json::object()}));
}

TEST(Outline, RoundsOfSingleFunctions) {
  EXPECT_EQ(outline({{"per_function", {{"samples", {{1u, 2u}, {3u, -1}, 7u}}}}}),
            json({{"per_function", {{"samples", {{1u}, {3u, -1}, 7u}}}}}));
  EXPECT_EQ(outline({{"per_function", {{"functions", {"f", "g"}}}}}),
            json({{"per_function", {{"functions", {"f"}}}}}));
}

TEST(Outline, OtherListsStay) {
  const json others = {{"argv", {"a", "b"}}, {"leaks", {{{"names", {"x", "y"}}}}}};
  EXPECT_EQ(outline(others), others);
  EXPECT_EQ(outline(json(3)), json(3));
  EXPECT_EQ(outline({{"functions", {{"names", {"f", "g"}}}}}),
            json({{"functions", {{"names", {"f"}}}}}));
}

// Whatever the schema says of the whole, it says of the outline.
TEST(Outline, TheSchemaSaysTheSame) {
  const char* places[] = {"/results/0/metrics/wall_ns/samples/1",
                          "/results/0/metrics/wall_ns/samples", "/functions/names/2",
                          "/functions/names", "/results/0/status"};
  const json values[] = {json(-1),   json(1.5),        json("x"), json(""),
                         json(true), json::array({1}), json(),    json::object()};
  const json example = json::parse(serialise(example_result()));
  for (const char* place : places) {
    for (const json& value : values) {
      json changed = example;
      changed[json::json_pointer(place)] = value;
      auto whole = validate_json(changed, "f");
      auto outlined = validate_json(outline(changed), "f");
      EXPECT_EQ(whole ? "" : whole.error().text(), outlined ? "" : outlined.error().text())
          << place << " " << value;
    }
  }
}

}  // namespace
}  // namespace trampcheck
