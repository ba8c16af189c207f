#include "results/schema/version.h"

#include <fmt/format.h>

#include "results/model/model.h"

namespace trampcheck {
namespace {

using nlohmann::json;

Error not_a_result(const std::string& name, const std::string& why) {
  return Error{0, fmt::format("{} is not a trampcheck result: {}", name, why),
               "give a file that `trampcheck run` wrote", Exit::kUsage};
}

// The member of an object, or null.
const json& member(const json& value, const char* key) {
  static const json kNull;
  if (!value.is_object()) return kNull;
  auto found = value.find(key);
  return found == value.end() ? kNull : *found;
}

// A value that was built, not parsed, may hold a positive number as a signed one.
bool is_whole(const json& value) {
  return value.is_number_unsigned() || (value.is_number_integer() && value.get<int64_t>() >= 0);
}

}  // namespace

Expected<Minor> schema_minor(const json& value, const std::string& name) {
  const json& schema = member(value, "schema");
  const json& format = member(schema, "name");
  const json& major = member(schema, "major");
  const json& minor = member(schema, "minor");
  if (!format.is_string()) return not_a_result(name, "it has no schema.name");
  if (format != kSchemaName)
    return not_a_result(name, fmt::format("schema.name is not {}", kSchemaName));
  if (!is_whole(major) || !is_whole(minor)) {
    return not_a_result(name, "schema.major and schema.minor are not both whole numbers");
  }
  auto major_is = major.get<uint64_t>();
  auto minor_is = minor.get<uint64_t>();
  if (major_is > kSchemaMajor) {
    return Error{0,
                 fmt::format("{} has schema {}.{}, this trampcheck reads {}.x", name, major_is,
                             minor_is, kSchemaMajor),
                 "use a newer trampcheck", Exit::kUsage};
  }
  if (major_is < 1) return not_a_result(name, "there never was a schema 0");
  return minor_is > kSchemaMinor ? Minor::kNewer : Minor::kKnown;
}

}  // namespace trampcheck
