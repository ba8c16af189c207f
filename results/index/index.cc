#include "results/index/index.h"

#include <fmt/format.h>

#include "results/base/json_text.h"

namespace trampcheck {
namespace {

using nlohmann::json;

constexpr int kMajor = 1;
constexpr int kMinor = 0;

void put_text(json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

json entry_to_json(const IndexEntry& entry) {
  json object = {{"kernel", entry.kernel}, {"boot", entry.boot}, {"status", entry.status}};
  put_text(object, "file", entry.file);
  put_text(object, "reason", entry.reason);
  put_text(object, "release", entry.release);
  put_text(object, "package", entry.package);
  if (entry.exit) object["exit"] = *entry.exit;
  if (entry.host_wall_ms) object["host_wall_ms"] = *entry.host_wall_ms;
  return object;
}

std::string text_or(const json& object, const char* key, const std::string& otherwise = "") {
  auto found = object.find(key);
  return found == object.end() ? otherwise : found->get<std::string>();
}

// Throws json::exception where a field is missing or of another type.
IndexEntry entry_from_json(const json& object) {
  IndexEntry entry;
  entry.kernel = object.at("kernel").get<std::string>();
  entry.boot = object.at("boot").get<int64_t>();
  entry.status = object.at("status").get<std::string>();
  entry.file = text_or(object, "file");
  entry.reason = text_or(object, "reason");
  entry.release = text_or(object, "release");
  entry.package = text_or(object, "package");
  if (object.contains("exit")) entry.exit = object.at("exit").get<int>();
  if (object.contains("host_wall_ms"))
    entry.host_wall_ms = object.at("host_wall_ms").get<int64_t>();
  return entry;
}

Index from_json_unchecked(const json& value) {
  Index index;
  index.started_at = text_or(value, "started_at");
  index.suite_version = text_or(value, "suite_version");
  index.suite_commit = text_or(value, "suite_commit");
  index.argv = value.at("argv").get<std::vector<std::string>>();
  index.setup = value.at("setup").get<std::map<std::string, std::string>>();
  for (const json& entry : value.at("entries")) index.entries.push_back(entry_from_json(entry));
  return index;
}

bool names_index(const json& value) {
  if (!value.is_object()) return false;
  auto schema = value.find("schema");
  if (schema == value.end() || !schema->is_object()) return false;
  auto name = schema->find("name");
  return name != schema->end() && *name == kIndexSchemaName;
}

Error not_an_index(const std::string& name, const std::string& why) {
  return Error{0, fmt::format("{} is no index of results: {}", name, why),
               "run the matrix again without --resume", Exit::kUsage};
}

}  // namespace

std::string serialise_index(const Index& index) {
  json value = {{"schema", {{"name", kIndexSchemaName}, {"major", kMajor}, {"minor", kMinor}}},
                {"argv", index.argv},
                {"setup", index.setup},
                {"entries", json::array()}};
  put_text(value, "started_at", index.started_at);
  put_text(value, "suite_version", index.suite_version);
  put_text(value, "suite_commit", index.suite_commit);
  for (const IndexEntry& entry : index.entries) value["entries"].push_back(entry_to_json(entry));
  return json_text(value);
}

bool is_index(std::string_view text) {
  auto value = parse_json(text, "");
  return value && names_index(*value);
}

Expected<Index> parse_index(std::string_view text, const std::string& name) {
  auto value = parse_json(text, name);
  if (!value) return value.error();
  if (!names_index(*value)) {
    return not_an_index(name, fmt::format("its schema is not {}", kIndexSchemaName));
  }
  try {
    const int major = value->at("schema").at("major").get<int>();
    if (major > kMajor) {
      return Error{
          0, fmt::format("{} has version {} of the index, newer than {}", name, major, kMajor),
          "use a newer trampcheck", Exit::kUsage};
    }
    Index index = from_json_unchecked(*value);
    for (const IndexEntry& entry : index.entries) {
      if (entry.file.find('/') == std::string::npos) continue;
      return not_an_index(name, fmt::format("'{}' lies in another folder", entry.file));
    }
    return index;
  } catch (const json::exception& exception) {
    return not_an_index(name, exception.what());
  }
}

std::string describe_other_setup(const Index& recorded, const Index& now) {
  std::string text;
  auto value_of = [](const Index& index, const std::string& key) {
    auto found = index.setup.find(key);
    return found == index.setup.end() ? std::string("nothing") : found->second;
  };
  std::map<std::string, std::string> keys = recorded.setup;
  keys.insert(now.setup.begin(), now.setup.end());
  for (const auto& [key, unused] : keys) {
    const std::string before = value_of(recorded, key);
    const std::string after = value_of(now, key);
    if (before == after) continue;
    text += fmt::format("{}{} '{}', now '{}'", text.empty() ? "" : "; ", key, before, after);
  }
  return text;
}

}  // namespace trampcheck
