#include "results/schema/validate.h"

#include <gtest/gtest.h>

#include "results/base/file.h"
#include "results/base/json_text.h"
#include "results/schema/v1.h"

namespace trampcheck {
namespace {

using nlohmann::json;

json golden() {
  auto text = read_file("results/golden/v1.0.json");
  return text ? json::parse(*text) : json();
}

// The golden file with one place changed: what is said about it.
std::string fault(const std::string& pointer, const json& value) {
  json changed = golden();
  changed[json::json_pointer(pointer)] = value;
  auto valid = validate_json(changed, "f");
  return valid ? "none" : valid.error().text();
}

std::string fault_without(const std::string& parent, const char* key) {
  json changed = golden();
  EXPECT_EQ(changed[json::json_pointer(parent)].erase(key), 1u);
  auto valid = validate_json(changed, "f");
  return valid ? "none" : valid.error().text();
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Validate, GoldenIsValid) {
  auto valid = validate_json(golden(), "f");
  EXPECT_TRUE(valid) << valid.error().text();
}

TEST(Validate, OtherFormatsAreNotResults) {
  EXPECT_EQ(fault("/schema/name", "other.result"),
            "f is not a trampcheck result: schema.name is not trampcheck.result; give a file that"
            " `trampcheck run` wrote");
  for (const json& value : {json(), json(1), json("x"), json::array(), json::object(),
                            json{{"schema", 1}}, json{{"schema", {{"name", 1}}}}}) {
    auto valid = validate_json(value, "f");
    ASSERT_FALSE(valid);
    EXPECT_EQ(valid.error().what, "f is not a trampcheck result: it has no schema.name");
    EXPECT_EQ(valid.error().exit, Exit::kUsage);
  }
}

TEST(Validate, Versions) {
  EXPECT_EQ(fault("/schema/major", 2),
            "f has schema 2.0, this trampcheck reads 1.x; use a newer trampcheck");
  EXPECT_EQ(fault("/schema/minor", 7), "none");
  EXPECT_TRUE(says(fault("/schema/major", 0), "there never was a schema 0"));
  EXPECT_TRUE(says(fault("/schema/major", -1), "not both whole numbers"));
  EXPECT_TRUE(says(fault("/schema/minor", 1.5), "not both whole numbers"));
}

TEST(Validate, SaysWhereAndWhat) {
  std::string wall = "/results/0/metrics/wall_ns";
  std::string text = fault(wall + "/samples/1", -5);
  EXPECT_TRUE(says(text, "f is not a valid result: results[0].metrics.wall_ns.samples[1]: "))
      << text;
  EXPECT_TRUE(says(text, "(found -5); see results/schema/v1.json")) << text;
  EXPECT_TRUE(says(fault("/results/0/status", "GOOD"), "results[0].status: "));
  EXPECT_TRUE(says(fault("/results/0/status", "GOOD"), "(found \"GOOD\")"));
  EXPECT_TRUE(says(fault("/context/domain", "moon"), "context.domain: "));
  EXPECT_TRUE(says(fault("/results", json::object()), "results: "));
  EXPECT_TRUE(says(fault("/results", json::object()), "(found an object)"));
}

TEST(Validate, RefusesWrongTypesAndRanges) {
  std::string wall = "/results/0/metrics/wall_ns";
  for (const json& bad : {json(1.5), json("1"), json(true), json(), json(1e30), json(UINT64_MAX)}) {
    EXPECT_NE(fault(wall + "/samples/0", bad), "none") << bad;
  }
  EXPECT_NE(fault(wall + "/samples", json::array()), "none");
  EXPECT_NE(fault(wall + "/better", "faster"), "none");
  EXPECT_NE(fault(wall + "/unit", ""), "none");
  EXPECT_NE(fault("/functions/chosen", -1), "none");
  EXPECT_NE(fault("/functions/set_sha256", std::string(63, 'a')), "none");
  EXPECT_NE(fault("/context/started_at", "yesterday"), "none");
  EXPECT_EQ(fault("/context/seed", -1),
            "f is not a valid result: context.seed: it is negative (found -1); see"
            " results/schema/v1.json");
  EXPECT_EQ(fault("/context/seed", UINT64_MAX), "none");
  EXPECT_NE(fault("/results/0/id", std::string(1 << 20, 'a')), "none");
}

TEST(Validate, RequiredKeys) {
  for (const char* key : {"context", "complete", "results"}) {
    EXPECT_TRUE(says(fault_without("", key), key)) << key;
  }
  EXPECT_TRUE(says(fault_without("/results/0", "metrics"), "metrics"));
  EXPECT_TRUE(says(fault_without("/results/0/metrics/wall_ns", "samples"), "samples"));
  EXPECT_EQ(fault_without("", "functions"), "none");
}

TEST(Validate, UnknownKeysOnlyInANewerMinor) {
  EXPECT_TRUE(says(fault("/context/weather", "fine"), "'weather'"));
  json changed = golden();
  changed["context"]["weather"] = {{"deep", {1, 2, 3}}};
  changed["schema"]["minor"] = 1;
  EXPECT_TRUE(validate_json(changed, "f"));
  changed["context"]["argv"] = "not a list";
  EXPECT_FALSE(validate_json(changed, "f"));
}

// Every property of the schema says what it is.
void expect_described(const json& schema, const std::string& path) {
  if (!schema.is_object()) return;
  if (schema.contains("properties")) {
    for (const auto& [key, property] : schema["properties"].items()) {
      EXPECT_TRUE(property.contains("description")) << path << "/" << key;
    }
  }
  for (const auto& [key, child] : schema.items()) expect_described(child, path + "/" + key);
}

TEST(Schema, EveryPropertyIsDescribed) { expect_described(json::parse(kSchemaV1), ""); }

}  // namespace
}  // namespace trampcheck
